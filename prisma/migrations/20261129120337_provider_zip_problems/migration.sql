-- Null where nothing is wrong, and for what was stored before, which is not looked at again.
-- AlterTable
ALTER TABLE "registry_provider_platforms" ADD COLUMN     "zip_problem" TEXT;
