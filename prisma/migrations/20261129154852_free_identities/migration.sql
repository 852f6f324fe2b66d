-- AlterTable
ALTER TABLE "users" ADD COLUMN     "freed_sso_admin" BOOLEAN;
