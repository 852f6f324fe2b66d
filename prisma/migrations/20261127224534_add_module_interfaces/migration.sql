-- CreateEnum
CREATE TYPE "module_interface_policy" AS ENUM ('observe', 'warn', 'refuse');

-- AlterTable
ALTER TABLE "module_versions" ADD COLUMN     "accept_breaking" TEXT,
ADD COLUMN     "interface" JSONB;

-- AlterTable
ALTER TABLE "modules" ADD COLUMN     "module_interface_policy" "module_interface_policy";

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "module_interface_policy" "module_interface_policy" NOT NULL DEFAULT 'observe';

-- Nothing is known of an archive that has not come.
ALTER TABLE "module_versions" ADD CONSTRAINT "module_versions_interface_check"
  CHECK ("interface" IS NULL OR "status" <> 'pending') NOT VALID;
