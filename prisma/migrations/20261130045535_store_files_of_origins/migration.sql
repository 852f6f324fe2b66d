-- AlterTable
ALTER TABLE "public_provider_versions" ADD COLUMN     "imported" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "shasums" BYTEA,
ADD COLUMN     "shasums_signature" BYTEA;

-- AlterTable
ALTER TABLE "public_providers" ADD COLUMN     "imported_keys" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "origin_files" (
    "owner_id" TEXT COLLATE "C" NOT NULL,
    "filename" TEXT COLLATE "C" NOT NULL,
    "sha256" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "storage_key" TEXT NOT NULL,
    "package_hash" TEXT,
    "imported" BOOLEAN NOT NULL,
    "stored_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "origin_files_pkey" PRIMARY KEY ("owner_id","filename")
);

-- CreateTable
CREATE TABLE "origin_file_leases" (
    "owner_id" TEXT COLLATE "C" NOT NULL,
    "filename" TEXT COLLATE "C" NOT NULL,
    "fetch_id" TEXT NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "origin_file_leases_pkey" PRIMARY KEY ("owner_id","filename")
);

-- CreateIndex
CREATE UNIQUE INDEX "origin_files_storage_key_key" ON "origin_files"("storage_key");

-- CreateIndex
CREATE INDEX "origin_files_used_at_idx" ON "origin_files"("used_at");

ALTER TABLE "origin_files" ADD CONSTRAINT "origin_files_sha256_check" CHECK ("sha256" ~ '^[0-9a-f]{64}$');

-- What a version may be installed from depends on its stored files; their last use changes no answer.
CREATE FUNCTION "invalidate_cache_by_origin_files"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('public-providers/' || v."provider_id") FROM "public_provider_versions" v
    WHERE v."id" IN (OLD."owner_id", NEW."owner_id");
    RETURN NULL;
END
$$;
CREATE TRIGGER "origin_files_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE OF "sha256", "storage_key", "package_hash", "imported"
    ON "origin_files" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_origin_files"();
