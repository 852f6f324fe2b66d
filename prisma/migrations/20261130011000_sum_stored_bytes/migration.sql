-- The bytes of stored files stand at their module, provider and workspace. Those of an organization are then a sum over
-- its things, however many versions and states these have, and go with a thing that is deleted.
ALTER TABLE "modules" ADD COLUMN "stored_bytes" DOUBLE PRECISION NOT NULL DEFAULT 0;
ALTER TABLE "registry_providers" ADD COLUMN "stored_bytes" DOUBLE PRECISION NOT NULL DEFAULT 0;
ALTER TABLE "workspaces" ADD COLUMN "stored_bytes" DOUBLE PRECISION NOT NULL DEFAULT 0;

-- Every release writes sizes under the lock of the thing, so the triggers wait for nothing new.
CREATE FUNCTION "add_module_bytes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "more" DOUBLE PRECISION := coalesce(NEW."size", 0) - coalesce(OLD."size", 0);
BEGIN
    IF "more" <> 0 THEN
        UPDATE "modules" SET "stored_bytes" = "stored_bytes" + "more" WHERE "id" = NEW."module_id";
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION "subtract_module_bytes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "modules" m SET "stored_bytes" = m."stored_bytes" - d."bytes"
    FROM (SELECT "module_id", sum("size") AS "bytes" FROM "deleted" GROUP BY "module_id") d
    WHERE m."id" = d."module_id" AND d."bytes" <> 0;
    RETURN NULL;
END
$$;

CREATE TRIGGER "module_versions_add_bytes" AFTER INSERT OR UPDATE OF "size" ON "module_versions"
    FOR EACH ROW EXECUTE FUNCTION "add_module_bytes"();
CREATE TRIGGER "module_versions_subtract_bytes" AFTER DELETE ON "module_versions"
    REFERENCING OLD TABLE AS "deleted" FOR EACH STATEMENT EXECUTE FUNCTION "subtract_module_bytes"();

CREATE FUNCTION "add_workspace_bytes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "more" DOUBLE PRECISION :=
        coalesce(NEW."size", 0)::bigint + coalesce(NEW."json_size", 0) + coalesce(NEW."outputs_size", 0)
        - coalesce(OLD."size", 0) - coalesce(OLD."json_size", 0) - coalesce(OLD."outputs_size", 0);
BEGIN
    IF "more" <> 0 THEN
        UPDATE "workspaces" SET "stored_bytes" = "stored_bytes" + "more" WHERE "id" = NEW."workspace_id";
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION "subtract_workspace_bytes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "workspaces" w SET "stored_bytes" = w."stored_bytes" - d."bytes"
    FROM (
        SELECT "workspace_id",
            sum(coalesce("size", 0)::bigint + coalesce("json_size", 0) + coalesce("outputs_size", 0)) AS "bytes"
        FROM "deleted" GROUP BY "workspace_id"
    ) d
    WHERE w."id" = d."workspace_id" AND d."bytes" <> 0;
    RETURN NULL;
END
$$;

CREATE TRIGGER "state_versions_add_bytes" AFTER INSERT OR UPDATE OF "size", "json_size", "outputs_size"
    ON "state_versions" FOR EACH ROW EXECUTE FUNCTION "add_workspace_bytes"();
CREATE TRIGGER "state_versions_subtract_bytes" AFTER DELETE ON "state_versions"
    REFERENCING OLD TABLE AS "deleted" FOR EACH STATEMENT EXECUTE FUNCTION "subtract_workspace_bytes"();

CREATE FUNCTION "add_provider_bytes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "more" DOUBLE PRECISION := coalesce(NEW."binary_size", 0) - coalesce(OLD."binary_size", 0);
BEGIN
    IF "more" <> 0 THEN
        UPDATE "registry_providers" p SET "stored_bytes" = p."stored_bytes" + "more"
        FROM "registry_provider_versions" v WHERE v."id" = NEW."version_id" AND p."id" = v."provider_id";
    END IF;
    RETURN NULL;
END
$$;

-- Where its version goes too, that one has subtracted them.
CREATE FUNCTION "subtract_platform_bytes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "registry_providers" p SET "stored_bytes" = p."stored_bytes" - d."bytes"
    FROM (
        SELECT v."provider_id", sum(f."binary_size") AS "bytes"
        FROM "deleted" f JOIN "registry_provider_versions" v ON v."id" = f."version_id" GROUP BY v."provider_id"
    ) d
    WHERE p."id" = d."provider_id" AND d."bytes" <> 0;
    RETURN NULL;
END
$$;

CREATE FUNCTION "subtract_provider_version_bytes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "registry_providers" p SET "stored_bytes" = p."stored_bytes" - d."bytes"
    FROM (
        SELECT sum("binary_size") AS "bytes" FROM "registry_provider_platforms" WHERE "version_id" = OLD."id"
    ) d
    WHERE p."id" = OLD."provider_id" AND d."bytes" <> 0;
    RETURN OLD;
END
$$;

CREATE TRIGGER "registry_provider_platforms_add_bytes" AFTER INSERT OR UPDATE OF "binary_size"
    ON "registry_provider_platforms" FOR EACH ROW EXECUTE FUNCTION "add_provider_bytes"();
CREATE TRIGGER "registry_provider_platforms_subtract_bytes" AFTER DELETE ON "registry_provider_platforms"
    REFERENCING OLD TABLE AS "deleted" FOR EACH STATEMENT EXECUTE FUNCTION "subtract_platform_bytes"();
CREATE TRIGGER "registry_provider_versions_subtract_bytes" BEFORE DELETE ON "registry_provider_versions"
    FOR EACH ROW EXECUTE FUNCTION "subtract_provider_version_bytes"();

-- A writer of sizes waits for the locks of the triggers, so that each file is counted once.
UPDATE "modules" m SET "stored_bytes" = s."bytes"
FROM (SELECT "module_id", sum("size") AS "bytes" FROM "module_versions" GROUP BY "module_id") s
WHERE s."module_id" = m."id" AND s."bytes" <> 0;
UPDATE "workspaces" w SET "stored_bytes" = s."bytes"
FROM (
    SELECT "workspace_id",
        sum(coalesce("size", 0)::bigint + coalesce("json_size", 0) + coalesce("outputs_size", 0)) AS "bytes"
    FROM "state_versions" GROUP BY "workspace_id"
) s
WHERE s."workspace_id" = w."id" AND s."bytes" <> 0;
UPDATE "registry_providers" p SET "stored_bytes" = s."bytes"
FROM (
    SELECT v."provider_id", sum(f."binary_size") AS "bytes"
    FROM "registry_provider_platforms" f JOIN "registry_provider_versions" v ON v."id" = f."version_id"
    GROUP BY v."provider_id"
) s
WHERE s."provider_id" = p."id" AND s."bytes" <> 0;

