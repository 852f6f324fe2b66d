-- All keys of a workspace in one row. Of the workspaces that a list reads the keys are looked up by their index, so that
-- a filter by a hundred keys costs about what one by a single key costs.
CREATE VIEW "workspace_tag_keys" AS
SELECT "workspaces"."id" AS "workspace_id",
       ARRAY(SELECT "key" FROM "workspace_tags" WHERE "workspace_id" = "workspaces"."id") AS "keys"
FROM "workspaces";
