-- AlterTable
ALTER TABLE "public_providers" ADD COLUMN     "first_key_ids" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- Until now each key counted as known that was not new when it was seen.
UPDATE "public_providers" p SET "first_key_ids" = ARRAY(
    SELECT DISTINCT v."key_id" FROM "public_provider_versions" v
    WHERE v."provider_id" = p."id" AND v."key_id" IS NOT NULL AND NOT v."new_key" ORDER BY 1
);
