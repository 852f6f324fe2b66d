-- The files of a version that its origin has changed: what was first seen of each, and what the origin has now.
ALTER TABLE "public_provider_versions" ADD COLUMN "differences" JSONB;
