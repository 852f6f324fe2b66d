-- AlterTable
ALTER TABLE "state_versions" ADD COLUMN     "json_md5" TEXT,
ADD COLUMN     "outputs_size" INTEGER;

-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "queued_at" TIMESTAMPTZ(3);
