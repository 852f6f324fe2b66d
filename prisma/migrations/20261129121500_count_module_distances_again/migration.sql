-- What breaks callers has grown: `const` of an input; `ephemeral`, `sensitive` and the type of an output. What was counted
-- before is counted again in the background, of the modules that were ever downloaded: lists ask for these alone.
TRUNCATE "module_version_distances";
INSERT INTO "module_distance_requests" ("module_id", "organization_id")
SELECT "id", "organization_id" FROM "modules" WHERE "id" IN (SELECT "module_id" FROM "used_module_versions");
