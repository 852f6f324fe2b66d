-- CreateTable
CREATE TABLE "public_module_documents" (
    "id" TEXT COLLATE "C" NOT NULL,
    "origin" TEXT COLLATE "C" NOT NULL,
    "address" TEXT COLLATE "C" NOT NULL,
    "part" TEXT COLLATE "C" NOT NULL,
    "body" BYTEA,
    "location" TEXT,
    "sha256" TEXT,
    "altered_sha256" TEXT,
    "altered_at" TIMESTAMPTZ(3),
    "stored_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "public_module_documents_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "public_module_documents_used_at_idx" ON "public_module_documents"("used_at");

-- CreateIndex
CREATE UNIQUE INDEX "public_module_documents_origin_address_part_key" ON "public_module_documents"("origin", "address", "part");

-- The few whose archive changed, which need attention.
CREATE INDEX "public_module_documents_altered_at_idx" ON "public_module_documents"("altered_at") WHERE "altered_at" IS NOT NULL;

ALTER TABLE "public_module_documents" ADD CONSTRAINT "public_module_documents_content_check"
    CHECK (("body" IS NULL) <> ("location" IS NULL));
ALTER TABLE "public_module_documents" ADD CONSTRAINT "public_module_documents_sha256_check"
    CHECK ("sha256" ~ '^[0-9a-f]{64}$' AND "altered_sha256" ~ '^[0-9a-f]{64}$');

-- What a link of an archive leads to depends on the stored file.
CREATE FUNCTION "invalidate_cache_by_module_files"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('public-modules/' || "id") FROM (VALUES (OLD."owner_id"), (NEW."owner_id")) AS changed("id")
    WHERE "id" LIKE 'pubmod-%';
    RETURN NULL;
END
$$;
CREATE TRIGGER "module_files_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE OF "sha256", "storage_key"
    ON "origin_files" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_module_files"();
