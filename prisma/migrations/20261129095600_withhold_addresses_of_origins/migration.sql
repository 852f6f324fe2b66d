-- Sentences of earlier releases said what the host of an origin's file resolves to: that is for the log alone.
UPDATE "public_provider_versions" SET "unverified" = 'The origin cannot send the file'
WHERE "unverified" LIKE 'The origin cannot send a file: %';

UPDATE "public_providers" SET "look_error" = 'The origin cannot send the file'
WHERE "look_error" LIKE 'The origin cannot send a file: %';
