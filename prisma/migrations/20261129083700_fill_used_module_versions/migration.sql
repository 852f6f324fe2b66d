-- What was downloaded before, to be counted once in the background. In a transaction of its own: the one before locks the
-- downloads.
WITH added AS (
  INSERT INTO "used_module_versions" ("module_id", "version")
  SELECT DISTINCT "module_id", "version" FROM "module_uses" ON CONFLICT DO NOTHING RETURNING "module_id"
)
INSERT INTO "module_distance_requests" ("module_id", "organization_id")
SELECT "id", "organization_id" FROM "modules" WHERE "id" IN (SELECT "module_id" FROM added);
