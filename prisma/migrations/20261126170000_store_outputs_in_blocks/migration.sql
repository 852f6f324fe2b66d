-- AlterTable
ALTER TABLE "state_versions" ADD COLUMN     "listed_bytes" INTEGER,
ADD COLUMN     "output_count" INTEGER;

-- CreateTable
CREATE TABLE "state_output_blocks" (
    "id" TEXT NOT NULL,
    "state_version_id" TEXT NOT NULL,
    "first" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "sealed" BYTEA NOT NULL,

    CONSTRAINT "state_output_blocks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "state_output_blocks_state_version_id_first_key" ON "state_output_blocks"("state_version_id", "first");

-- AddForeignKey
ALTER TABLE "state_output_blocks" ADD CONSTRAINT "state_output_blocks_state_version_id_fkey" FOREIGN KEY ("state_version_id") REFERENCES "state_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Outputs by number, without a gap: each block begins where the one before it ends.
ALTER TABLE "state_output_blocks" ADD CONSTRAINT "state_output_blocks_first_check" CHECK ("first" >= 0);
ALTER TABLE "state_output_blocks" ADD CONSTRAINT "state_output_blocks_count_check" CHECK ("count" BETWEEN 1 AND 1000);
ALTER TABLE "state_versions" ADD CONSTRAINT "state_versions_outputs_check"
  CHECK (num_nulls("output_count", "listed_bytes") IN (0, 2)) NOT VALID;

-- What is sealed is compressed already.
ALTER TABLE "state_output_blocks" ALTER COLUMN "sealed" SET STORAGE EXTERNAL;
