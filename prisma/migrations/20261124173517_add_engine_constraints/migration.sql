-- AlterTable
ALTER TABLE "module_version_documents" ADD COLUMN     "engine_constraints" TEXT;
