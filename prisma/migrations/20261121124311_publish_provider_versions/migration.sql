-- AlterTable
ALTER TABLE "registry_provider_platforms" ADD COLUMN     "binary_sha256" TEXT;

-- AlterTable
ALTER TABLE "registry_provider_versions" ADD COLUMN     "publication_error" TEXT,
ADD COLUMN     "signing_key_id" TEXT;

-- CreateIndex
CREATE INDEX "registry_provider_versions_signing_key_id_idx" ON "registry_provider_versions"("signing_key_id");

-- AddForeignKey
ALTER TABLE "registry_provider_versions" ADD CONSTRAINT "registry_provider_versions_signing_key_id_fkey" FOREIGN KEY ("signing_key_id") REFERENCES "gpg_keys"("id") ON DELETE SET NULL ON UPDATE CASCADE;
