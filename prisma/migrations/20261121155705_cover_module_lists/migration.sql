-- DropIndex
DROP INDEX "module_listings_namespace_name_provider_idx";

-- DropIndex
DROP INDEX "module_listings_organization_id_downloads_idx";

-- DropIndex
DROP INDEX "module_listings_provider_namespace_name_idx";

-- CreateIndex
CREATE INDEX "module_listings_namespace_name_provider_organization_id_mod_idx" ON "module_listings"("namespace", "name", "provider", "organization_id", "module_id");

-- CreateIndex
CREATE INDEX "module_listings_provider_namespace_name_organization_id_mod_idx" ON "module_listings"("provider", "namespace", "name", "organization_id", "module_id");

-- CreateIndex
CREATE INDEX "module_listings_organization_id_name_provider_module_id_idx" ON "module_listings"("organization_id", "name", "provider", "module_id");

-- The same for those that are verified.
DROP INDEX "module_listings_verified_idx";
CREATE INDEX "module_listings_verified_idx" ON "module_listings" ("namespace", "name", "provider", "organization_id", "module_id")
    WHERE "verified";
