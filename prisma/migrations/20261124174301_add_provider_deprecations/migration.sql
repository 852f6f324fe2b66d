-- AlterTable
ALTER TABLE "registry_provider_versions" ADD COLUMN     "deprecation" "module_deprecation",
ADD COLUMN     "deprecation_link" TEXT,
ADD COLUMN     "deprecation_reason" TEXT,
ADD COLUMN     "earlier_link" TEXT,
ADD COLUMN     "earlier_reason" TEXT;

-- AlterTable
ALTER TABLE "registry_providers" ADD COLUMN     "deprecation" "module_deprecation",
ADD COLUMN     "deprecation_link" TEXT,
ADD COLUMN     "deprecation_reason" TEXT,
ADD COLUMN     "earlier_link" TEXT,
ADD COLUMN     "earlier_reason" TEXT;

-- A public provider points to the public registry, which alone decides about its versions.
ALTER TABLE "registry_providers" ADD CONSTRAINT "registry_providers_deprecation_check"
  CHECK ("deprecation" IS NULL OR "registry_name" = 'private') NOT VALID;

-- Both of them, or none.
ALTER TABLE "registry_providers" ADD CONSTRAINT "registry_providers_earlier_check"
  CHECK (("earlier_reason" IS NULL) = ("earlier_link" IS NULL)) NOT VALID;
ALTER TABLE "registry_provider_versions" ADD CONSTRAINT "registry_provider_versions_earlier_check"
  CHECK (("earlier_reason" IS NULL) = ("earlier_link" IS NULL)) NOT VALID;
