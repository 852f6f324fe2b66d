-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "created_by_id" TEXT,
ADD COLUMN     "used_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "invitations_created_by_id_idx" ON "invitations"("created_by_id");

-- CreateIndex
CREATE INDEX "invitations_expires_at_idx" ON "invitations"("expires_at");

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What failed is looked for on every overview, and is rare among all versions.
CREATE INDEX "module_versions_failed_idx" ON "module_versions"("created_at") WHERE "status" = 'failed';
CREATE INDEX "registry_provider_versions_failed_idx" ON "registry_provider_versions"("updated_at") WHERE "publication_error" IS NOT NULL;
CREATE INDEX "organizations_limited_idx" ON "organizations"("id") WHERE "workspace_limit" > 0;
