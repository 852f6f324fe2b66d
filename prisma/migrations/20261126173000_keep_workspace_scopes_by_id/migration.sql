-- The scope of one workspace is kept by its id, so that it ends with the workspace. What names none that is there stays
-- and matches nothing. A release before this one compares names: until it is gone, it refuses these tokens.
UPDATE "authentication_tokens" AS t SET "scopes" = ARRAY(
    SELECT COALESCE(
        (SELECT 'workspace:' || w."id" || COALESCE(substring(s."scope" from ':read$'), '')
        FROM "workspaces" w JOIN "organizations" o ON o."id" = w."organization_id"
        WHERE o."name_key" = lower(substring(s."scope" from '^workspace:([^/:]+)/'))
          AND w."name_key" = lower(substring(s."scope" from '^workspace:[^/:]+/([^/:]+)'))),
        s."scope")
    FROM unnest(t."scopes") WITH ORDINALITY AS s("scope", "place") ORDER BY s."place"
)
WHERE EXISTS (SELECT FROM unnest(t."scopes") AS s("scope") WHERE s."scope" LIKE 'workspace:%');
