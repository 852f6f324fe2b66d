-- CreateEnum
CREATE TYPE "webhook_delivery_status" AS ENUM ('pending', 'delivered', 'failed');

-- CreateTable
CREATE TABLE "webhooks" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT,
    "name" TEXT COLLATE "C" NOT NULL,
    "url" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "triggers" TEXT[],
    "secret" TEXT NOT NULL,
    "former_secret" TEXT,
    "former_secret_until" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" TEXT NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "status" "webhook_delivery_status" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "lease" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_attempt_at" TIMESTAMPTZ(3),
    "response_status" INTEGER,
    "response_body" TEXT,
    "problem" TEXT,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhooks_organization_id_name_id_idx" ON "webhooks"("organization_id", "name", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_webhook_id_sequence_idx" ON "webhook_deliveries"("webhook_id", "sequence");

-- CreateIndex
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries"("created_at");

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_triggers_check" CHECK (cardinality("triggers") > 0);
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_disabled_reason_check"
  CHECK ("disabled_reason" IS NULL OR ("disabled_reason" IN ('failing', 'gone') AND NOT "enabled"));
-- Both of them, or none.
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_former_secret_check"
  CHECK (("former_secret" IS NULL) = ("former_secret_until" IS NULL));
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_lease_check"
  CHECK ("lease" IS NULL OR "status" = 'pending');

-- What waits, which is next to nothing beside what was delivered: by when it is due, and in the order of its subject.
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries"("webhook_id", "due_at") WHERE "status" = 'pending';
CREATE INDEX "webhook_deliveries_order_idx" ON "webhook_deliveries"("webhook_id", "subject", "sequence") WHERE "status" = 'pending';
