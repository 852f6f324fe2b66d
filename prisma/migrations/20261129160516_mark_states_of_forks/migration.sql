-- AlterTable
ALTER TABLE "state_versions" ADD COLUMN     "by_fork" BOOLEAN NOT NULL DEFAULT false;
