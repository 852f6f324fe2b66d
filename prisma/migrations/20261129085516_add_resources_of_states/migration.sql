-- AlterTable
ALTER TABLE "state_versions" ADD COLUMN     "listed_resources" INTEGER;

-- CreateTable
CREATE TABLE "state_resource_blocks" (
    "id" TEXT NOT NULL,
    "state_version_id" TEXT NOT NULL,
    "first" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "sealed" BYTEA NOT NULL,

    CONSTRAINT "state_resource_blocks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "state_resource_blocks_state_version_id_first_key" ON "state_resource_blocks"("state_version_id", "first");

-- AddForeignKey
ALTER TABLE "state_resource_blocks" ADD CONSTRAINT "state_resource_blocks_state_version_id_fkey" FOREIGN KEY ("state_version_id") REFERENCES "state_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Resources by number, without a gap: each block begins where the one before it ends.
ALTER TABLE "state_resource_blocks" ADD CONSTRAINT "state_resource_blocks_first_check" CHECK ("first" >= 0);
ALTER TABLE "state_resource_blocks" ADD CONSTRAINT "state_resource_blocks_count_check" CHECK ("count" BETWEEN 1 AND 1000);

-- What is sealed is compressed already.
ALTER TABLE "state_resource_blocks" ALTER COLUMN "sealed" SET STORAGE EXTERNAL;
