-- Null where nothing is wrong, and for what was stored before, which is not looked at again.
CREATE TYPE "provider_zip_fault" AS ENUM ('no_zip', 'no_executable');

ALTER TABLE "registry_provider_platforms" ADD COLUMN     "zip_fault" "provider_zip_fault";
