-- CreateTable
CREATE TABLE "module_search_texts" (
    "module_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "description" TEXT NOT NULL,

    CONSTRAINT "module_search_texts_pkey" PRIMARY KEY ("module_id")
);

-- AddForeignKey
ALTER TABLE "module_search_texts" ADD CONSTRAINT "module_search_texts_module_id_fkey" FOREIGN KEY ("module_id") REFERENCES "modules"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE FUNCTION "write_module_search_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Whoever renames the organization meanwhile has been waited for, as the foreign key was checked.
    INSERT INTO "module_search_texts" ("module_id", "address", "description")
    SELECT NEW."id", lower("name" || '/' || NEW."name" || '/' || NEW."provider"), lower(NEW."description")
    FROM "organizations" WHERE "id" = NEW."organization_id";
    RETURN NULL;
END
$$;

CREATE TRIGGER "modules_write_search_text" AFTER INSERT ON "modules"
    FOR EACH ROW EXECUTE FUNCTION "write_module_search_text"();

CREATE FUNCTION "describe_module_search_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Of what is listed, people see the description of the list.
    UPDATE "module_search_texts" SET "description" = lower(
        coalesce((SELECT "description" FROM "module_listings" WHERE "module_id" = NEW."id"), NEW."description")
    )
    WHERE "module_id" = NEW."id";
    RETURN NULL;
END
$$;

CREATE TRIGGER "modules_describe_search_text" AFTER UPDATE OF "description" ON "modules"
    FOR EACH ROW EXECUTE FUNCTION "describe_module_search_text"();

CREATE FUNCTION "write_listed_search_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "module_search_texts" SET "description" = lower(NEW."description")
    WHERE "module_id" = NEW."module_id" AND "description" <> lower(NEW."description");
    RETURN NULL;
END
$$;

-- A new version that says the same of the module writes nothing here.
CREATE TRIGGER "module_listings_write_search_text" AFTER INSERT ON "module_listings"
    FOR EACH ROW EXECUTE FUNCTION "write_listed_search_text"();
CREATE TRIGGER "module_listings_rewrite_search_text" AFTER UPDATE OF "description" ON "module_listings"
    FOR EACH ROW WHEN (OLD."description" <> NEW."description") EXECUTE FUNCTION "write_listed_search_text"();

CREATE FUNCTION "write_unlisted_search_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "module_search_texts" s SET "description" = lower(m."description")
    FROM "modules" m WHERE m."id" = s."module_id" AND s."module_id" = OLD."module_id";
    RETURN NULL;
END
$$;

CREATE TRIGGER "module_listings_reset_search_text" AFTER DELETE ON "module_listings"
    FOR EACH ROW EXECUTE FUNCTION "write_unlisted_search_text"();

CREATE FUNCTION "rename_module_search_texts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "module_search_texts" s SET "address" = lower(NEW."name" || '/' || m."name" || '/' || m."provider")
    FROM "modules" m WHERE m."id" = s."module_id" AND m."organization_id" = NEW."id";
    RETURN NULL;
END
$$;

-- By its name after the trigger that renames listings: who publishes holds a listing before its text, too.
CREATE TRIGGER "organizations_rename_module_search_texts" AFTER UPDATE OF "name" ON "organizations"
    FOR EACH ROW WHEN (OLD."name" IS DISTINCT FROM NEW."name") EXECUTE FUNCTION "rename_module_search_texts"();

-- Whoever makes a module meanwhile waits for the triggers' lock, so none is missed.
INSERT INTO "module_search_texts" ("module_id", "address", "description")
SELECT m."id", lower(o."name" || '/' || m."name" || '/' || m."provider"), lower(coalesce(l."description", m."description"))
FROM "modules" m JOIN "organizations" o ON o."id" = m."organization_id"
LEFT JOIN "module_listings" l ON l."module_id" = m."id";

-- CreateIndex
CREATE INDEX "module_search_texts_address_description_idx" ON "module_search_texts" USING GIN ("address" gin_trgm_ops, "description" gin_trgm_ops);
