-- Versions that were published before have none: what would give cause for one was not read.
ALTER TABLE "module_versions" ADD COLUMN     "warnings" TEXT[] DEFAULT ARRAY[]::TEXT[];
