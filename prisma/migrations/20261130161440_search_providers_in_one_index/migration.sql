-- The names that a provider documents stand next to its own name, so that one index answers a search for either: with an OR
-- over two tables PostgreSQL read both whole.

-- AlterTable
ALTER TABLE "registry_providers" ADD COLUMN     "documented_names" TEXT NOT NULL DEFAULT '';

UPDATE "registry_providers" p SET "documented_names" = d."names"
FROM "documented_names" d WHERE d."provider_id" = p."id" AND d."names" <> '';

-- contract: no release has read it or written to it: it came after 0.2.0
DROP TABLE "documented_names";
DROP FUNCTION "invalidate_cache_by_documented_names"();

-- DropIndex
DROP INDEX "registry_providers_name_key_namespace_key_idx";

-- CreateIndex
CREATE INDEX "registry_providers_name_key_namespace_key_documented_names_idx" ON "registry_providers" USING GIN ("name_key" gin_trgm_ops, "namespace_key" gin_trgm_ops, "documented_names" gin_trgm_ops);
