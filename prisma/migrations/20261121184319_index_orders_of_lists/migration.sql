-- CreateIndex
CREATE INDEX "engine_versions_created_at_id_idx" ON "engine_versions"("created_at", "id");

-- CreateIndex
CREATE INDEX "organizations_created_at_id_idx" ON "organizations"("created_at", "id");

-- CreateIndex
CREATE INDEX "registry_providers_organization_id_namespace_key_name_key_i_idx" ON "registry_providers"("organization_id", "namespace_key", "name_key", "id");

-- CreateIndex
CREATE INDEX "registry_providers_organization_id_created_at_id_idx" ON "registry_providers"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "users_created_at_id_idx" ON "users"("created_at", "id");

-- CreateIndex
CREATE INDEX "workspaces_organization_id_created_at_id_idx" ON "workspaces"("organization_id", "created_at", "id");
