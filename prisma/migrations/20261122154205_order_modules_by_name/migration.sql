-- CreateIndex
CREATE INDEX "modules_organization_id_name_provider_idx" ON "modules"("organization_id", "name", "provider");
