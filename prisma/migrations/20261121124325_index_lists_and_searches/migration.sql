-- Searches find any part of a name, which takes an index of trigrams. PostgreSQL brings the extension along; whoever
-- may create things in the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateIndex
CREATE INDEX "engine_versions_version_idx" ON "engine_versions" USING GIN ("version" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "organization_memberships_organization_id_created_at_id_idx" ON "organization_memberships"("organization_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "organization_memberships_email_key_idx" ON "organization_memberships" USING GIN ("email_key" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "organizations_name_idx" ON "organizations"("name");

-- CreateIndex
CREATE INDEX "organizations_name_email_idx" ON "organizations" USING GIN ("name" gin_trgm_ops, "email" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "registry_providers_organization_id_registry_name_namespace__idx" ON "registry_providers"("organization_id", "registry_name" DESC, "namespace", "name");

-- CreateIndex
CREATE INDEX "registry_providers_name_key_namespace_key_idx" ON "registry_providers" USING GIN ("name_key" gin_trgm_ops, "namespace_key" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "teams_organization_id_name_idx" ON "teams"("organization_id", "name");

-- CreateIndex
CREATE INDEX "teams_name_key_idx" ON "teams" USING GIN ("name_key" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "users_username_idx" ON "users"("username");

-- CreateIndex
CREATE INDEX "users_username_key_email_key_idx" ON "users" USING GIN ("username_key" gin_trgm_ops, "email_key" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "workspaces_organization_id_name_id_idx" ON "workspaces"("organization_id", "name", "id");

-- CreateIndex
CREATE INDEX "workspaces_engine_version_id_name_id_idx" ON "workspaces"("engine_version_id", "name", "id");

-- CreateIndex
CREATE INDEX "workspaces_name_key_idx" ON "workspaces" USING GIN ("name_key" gin_trgm_ops);

-- Its successor leads by the same column, in the order that the list has.
-- DropIndex
DROP INDEX "workspaces_engine_version_id_name_key_idx";

-- Filters that leave a few of many, in the order of their lists.
CREATE INDEX "organizations_name_disabled_idx" ON "organizations"("name") WHERE "is_disabled";
CREATE INDEX "organizations_name_sharing_idx" ON "organizations"("name") WHERE "global_module_sharing";
CREATE INDEX "users_username_admin_idx" ON "users"("username") WHERE "is_site_admin";
CREATE INDEX "users_username_suspended_idx" ON "users"("username") WHERE "suspended_at" IS NOT NULL;
