-- CreateEnum
CREATE TYPE "provider_doc_category" AS ENUM ('overview', 'guides', 'resources', 'data_sources', 'functions', 'ephemeral_resources', 'list_resources', 'actions');

-- AlterTable
ALTER TABLE "registry_provider_versions" ADD COLUMN     "docs_size" DOUBLE PRECISION,
ADD COLUMN     "docs_uploaded_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "provider_docs" (
    "id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "category" "provider_doc_category" NOT NULL,
    "slug" TEXT COLLATE "C" NOT NULL,
    "title" TEXT NOT NULL,
    "subcategory" TEXT COLLATE "C" NOT NULL,
    "description" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "truncated" BOOLEAN NOT NULL,
    "tree" TEXT,
    "refusal" TEXT,

    CONSTRAINT "provider_docs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "provider_docs_version_id_category_subcategory_slug_idx" ON "provider_docs"("version_id", "category", "subcategory", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "provider_docs_version_id_category_slug_key" ON "provider_docs"("version_id", "category", "slug");

-- CreateTable
CREATE TABLE "documented_names" (
    "provider_id" TEXT NOT NULL,
    "names" TEXT NOT NULL,

    CONSTRAINT "documented_names_pkey" PRIMARY KEY ("provider_id")
);

-- CreateIndex
CREATE INDEX "documented_names_names_idx" ON "documented_names" USING GIN ("names" gin_trgm_ops);

-- AddForeignKey
ALTER TABLE "documented_names" ADD CONSTRAINT "documented_names_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "registry_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_docs" ADD CONSTRAINT "provider_docs_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "registry_provider_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "provider_docs" ADD CONSTRAINT "provider_docs_refusal_check"
    CHECK ("refusal" IS NULL OR ("tree" IS NULL AND "refusal" IN ('too-large', 'too-complex')));

-- The pages count among the stored bytes of their provider, as its zips do.
CREATE FUNCTION "add_provider_docs_bytes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "more" DOUBLE PRECISION := coalesce(NEW."docs_size", 0) - coalesce(OLD."docs_size", 0);
BEGIN
    IF "more" <> 0 THEN
        UPDATE "registry_providers" SET "stored_bytes" = "stored_bytes" + "more" WHERE "id" = NEW."provider_id";
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER "registry_provider_versions_add_docs_bytes" AFTER UPDATE OF "docs_size" ON "registry_provider_versions"
    FOR EACH ROW EXECUTE FUNCTION "add_provider_docs_bytes"();

CREATE OR REPLACE FUNCTION "subtract_provider_version_bytes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "registry_providers" p SET "stored_bytes" = p."stored_bytes" - d."bytes"
    FROM (
        SELECT coalesce(sum("binary_size"), 0) + coalesce(OLD."docs_size", 0) AS "bytes"
        FROM "registry_provider_platforms" WHERE "version_id" = OLD."id"
    ) d
    WHERE p."id" = OLD."provider_id" AND d."bytes" <> 0;
    RETURN OLD;
END
$$;

-- Searches of the list of providers read them.
CREATE FUNCTION "invalidate_cache_by_documented_names"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('providers/' || "id")
    FROM (SELECT "organization_id" AS id FROM "registry_providers" WHERE "id" IN (OLD."provider_id", NEW."provider_id")) AS changed;
    RETURN NULL;
END
$$;
CREATE TRIGGER "documented_names_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE ON "documented_names"
    FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_documented_names"();
