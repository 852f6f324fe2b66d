-- CreateEnum
CREATE TYPE "module_deprecation" AS ENUM ('deprecated', 'revoked');

-- AlterTable
ALTER TABLE "module_versions" ADD COLUMN     "deprecation" "module_deprecation",
ADD COLUMN     "deprecation_link" TEXT,
ADD COLUMN     "deprecation_reason" TEXT;

-- AlterTable
ALTER TABLE "modules" ADD COLUMN     "verified" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "module_version_documents" (
    "version_id" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "parts" TEXT NOT NULL,
    "requirements" TEXT NOT NULL,

    CONSTRAINT "module_version_documents_pkey" PRIMARY KEY ("version_id")
);

-- CreateTable
CREATE TABLE "module_listings" (
    "module_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "namespace" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "provider" TEXT COLLATE "C" NOT NULL,
    "version_id" TEXT NOT NULL,
    "version" TEXT COLLATE "C" NOT NULL,
    "description" TEXT NOT NULL,
    "publisher" TEXT NOT NULL,
    "source_url" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "verified" BOOLEAN NOT NULL,
    "downloads" INTEGER NOT NULL DEFAULT 0,
    "words" tsvector NOT NULL,

    CONSTRAINT "module_listings_pkey" PRIMARY KEY ("module_id")
);

-- CreateTable
CREATE TABLE "module_downloads" (
    "module_id" TEXT NOT NULL,
    "version" TEXT COLLATE "C" NOT NULL,
    "day" DATE NOT NULL,
    "credential_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "module_downloads_pkey" PRIMARY KEY ("module_id","day","version","credential_id","organization_id")
);

-- CreateTable
CREATE TABLE "module_download_writers" (
    "id" TEXT NOT NULL,
    "batch" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "module_download_writers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "module_downloads_day_idx" ON "module_downloads"("day");

-- CreateIndex
CREATE INDEX "module_download_writers_at_idx" ON "module_download_writers"("at");

-- CreateIndex
CREATE UNIQUE INDEX "module_listings_version_id_key" ON "module_listings"("version_id");

-- CreateIndex
CREATE INDEX "module_listings_namespace_name_provider_idx" ON "module_listings"("namespace", "name", "provider");

-- CreateIndex
CREATE INDEX "module_listings_provider_namespace_name_idx" ON "module_listings"("provider", "namespace", "name");

-- CreateIndex
CREATE INDEX "module_listings_organization_id_downloads_idx" ON "module_listings"("organization_id", "downloads" DESC);

-- CreateIndex
CREATE INDEX "module_listings_downloads_module_id_idx" ON "module_listings"("downloads" DESC, "module_id");

-- AddForeignKey
ALTER TABLE "module_version_documents" ADD CONSTRAINT "module_version_documents_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "module_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "module_listings" ADD CONSTRAINT "module_listings_module_id_fkey" FOREIGN KEY ("module_id") REFERENCES "modules"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "module_listings" ADD CONSTRAINT "module_listings_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "module_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "module_downloads" ADD CONSTRAINT "module_downloads_module_id_fkey" FOREIGN KEY ("module_id") REFERENCES "modules"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules that hold whoever writes.
ALTER TABLE "module_versions"
    ADD CONSTRAINT "module_versions_deprecation_check" CHECK ("deprecation" IS NULL OR "status" = 'ok') NOT VALID;
ALTER TABLE "module_listings"
    ADD CONSTRAINT "module_listings_downloads_check" CHECK ("downloads" >= 0);
ALTER TABLE "module_downloads"
    ADD CONSTRAINT "module_downloads_count_check" CHECK ("count" > 0);

-- Few modules are verified, and many a client asks for those alone.
CREATE INDEX "module_listings_verified_idx" ON "module_listings" ("namespace", "name", "provider") WHERE "verified";

-- What a search looks up. The product's own words have no mark; those of the namespace begin with @, so that they
-- can be told apart and replaced when an organization is renamed, and @~ marks such a word with one letter left out.
CREATE INDEX "module_listings_words_idx" ON "module_listings" USING GIN ("words");

CREATE FUNCTION "namespace_words"("namespace" text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT array_to_tsvector(array_agg(DISTINCT lexeme))
    FROM regexp_split_to_table(lower("namespace"), '[^a-z0-9]+') AS word
    CROSS JOIN LATERAL (
        SELECT '@' || word
        UNION ALL
        SELECT '@~' || word WHERE length(word) > 2
        UNION ALL
        SELECT '@~' || overlay(word PLACING '' FROM position FOR 1)
        FROM generate_series(1, length(word)) AS position WHERE length(word) > 2
    ) AS words (lexeme)
    WHERE word <> ''
$$;

CREATE FUNCTION "rename_module_listings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "module_listings" SET
        "namespace" = NEW."name",
        "words" = ts_delete("words", ARRAY(SELECT lexeme FROM unnest("words") WHERE starts_with(lexeme, '@')))
            || namespace_words(NEW."name")
    WHERE "organization_id" = NEW."id";
    RETURN NULL;
END
$$;

CREATE TRIGGER "organizations_rename_module_listings"
    AFTER UPDATE OF "name" ON "organizations"
    FOR EACH ROW WHEN (OLD."name" IS DISTINCT FROM NEW."name")
    EXECUTE FUNCTION "rename_module_listings"();
