-- Null where it is not known: organizations of before, and those whose creator is gone.
ALTER TABLE "organizations" ADD COLUMN     "created_by_id" TEXT;

CREATE INDEX "organizations_created_by_id_idx" ON "organizations"("created_by_id");

ALTER TABLE "organizations" ADD CONSTRAINT "organizations_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
