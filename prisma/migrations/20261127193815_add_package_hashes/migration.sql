-- Null for what was stored before, until the maintenance has looked it through; empty where it cannot be read whole.
ALTER TABLE "registry_provider_platforms" ADD COLUMN     "package_hash" TEXT;
ALTER TABLE "registry_provider_platforms" ADD CONSTRAINT "registry_provider_platforms_package_hash_check"
  CHECK ("package_hash" ~ '^(h1:[A-Za-z0-9+/]{43}=)?$');
