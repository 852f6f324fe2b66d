-- What was downloaded before, as far as lists look back. In a transaction of its own: the one before locks the downloads.
INSERT INTO "module_uses" ("module_id", "version", "credential_id", "organization_id", "last_at")
SELECT "module_id", "version", "credential_id", "organization_id", max("day")::timestamp AT TIME ZONE 'UTC'
FROM "module_downloads" WHERE "day" > current_date - 90
GROUP BY "module_id", "version", "credential_id", "organization_id"
ON CONFLICT DO NOTHING;
