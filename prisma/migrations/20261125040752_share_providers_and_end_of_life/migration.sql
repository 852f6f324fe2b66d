-- AlterTable
ALTER TABLE "engine_versions" ADD COLUMN     "end_of_life_at" TIMESTAMPTZ(3),
ADD COLUMN     "end_of_life_reason" TEXT;

-- AlterTable
ALTER TABLE "module_consumers" ADD COLUMN     "ends_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "module_versions" ADD COLUMN     "end_of_life_at" TIMESTAMPTZ(3),
ADD COLUMN     "end_of_life_reason" TEXT;

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "global_provider_sharing" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "registry_provider_versions" ADD COLUMN     "end_of_life_at" TIMESTAMPTZ(3),
ADD COLUMN     "end_of_life_reason" TEXT;

-- CreateTable
CREATE TABLE "provider_consumers" (
    "producer_id" TEXT NOT NULL,
    "consumer_id" TEXT NOT NULL,
    "ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "provider_consumers_pkey" PRIMARY KEY ("producer_id","consumer_id")
);

-- CreateIndex
CREATE INDEX "provider_consumers_consumer_id_idx" ON "provider_consumers"("consumer_id");

-- CreateIndex
CREATE INDEX "provider_consumers_ends_at_idx" ON "provider_consumers"("ends_at");

-- CreateIndex
CREATE INDEX "engine_versions_end_of_life_at_idx" ON "engine_versions"("end_of_life_at");

-- CreateIndex
CREATE INDEX "module_consumers_ends_at_idx" ON "module_consumers"("ends_at");

-- CreateIndex
CREATE INDEX "module_versions_end_of_life_at_idx" ON "module_versions"("end_of_life_at");

-- CreateIndex
CREATE INDEX "registry_provider_versions_end_of_life_at_idx" ON "registry_provider_versions"("end_of_life_at");

-- AddForeignKey
ALTER TABLE "provider_consumers" ADD CONSTRAINT "provider_consumers_producer_id_fkey" FOREIGN KEY ("producer_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_consumers" ADD CONSTRAINT "provider_consumers_consumer_id_fkey" FOREIGN KEY ("consumer_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- No organization is its own consumer.
ALTER TABLE "provider_consumers" ADD CONSTRAINT "provider_consumers_other_check" CHECK ("producer_id" <> "consumer_id");

-- Both of them, or none.
ALTER TABLE "engine_versions" ADD CONSTRAINT "engine_versions_end_of_life_check"
  CHECK (("end_of_life_at" IS NULL) = ("end_of_life_reason" IS NULL)) NOT VALID;
ALTER TABLE "module_versions" ADD CONSTRAINT "module_versions_end_of_life_check"
  CHECK (("end_of_life_at" IS NULL) = ("end_of_life_reason" IS NULL)) NOT VALID;
ALTER TABLE "registry_provider_versions" ADD CONSTRAINT "registry_provider_versions_end_of_life_check"
  CHECK (("end_of_life_at" IS NULL) = ("end_of_life_reason" IS NULL)) NOT VALID;

CREATE FUNCTION "invalidate_cache_by_provider_consumers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('access');
    RETURN NULL;
END
$$;
CREATE TRIGGER "provider_consumers_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE
    ON "provider_consumers" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_provider_consumers"();
