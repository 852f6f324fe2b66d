-- AlterTable
ALTER TABLE "state_versions" ADD COLUMN     "credential_id" TEXT;
