-- AlterTable
ALTER TABLE "module_versions" ADD COLUMN     "earlier_link" TEXT,
ADD COLUMN     "earlier_reason" TEXT;

-- Both of them, or none.
ALTER TABLE "module_versions" ADD CONSTRAINT "module_versions_earlier_check"
  CHECK (("earlier_reason" IS NULL) = ("earlier_link" IS NULL)) NOT VALID;
