-- The order of lists of modules by use: the most downloaded first, then by address.
CREATE INDEX "module_listings_downloads_namespace_name_provider_module_id_idx" ON "module_listings"("downloads" DESC, "namespace", "name", "provider", "module_id");
