-- A header that a receiver wants beside ours; its value is sealed. Rows of before have none.
-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "header_name" TEXT,
ADD COLUMN     "header_value" TEXT;

ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_header_check"
  CHECK (("header_name" IS NULL) = ("header_value" IS NULL));
