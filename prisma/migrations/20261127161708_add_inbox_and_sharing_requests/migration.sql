-- CreateTable
CREATE TABLE "module_follows" (
    "user_id" TEXT NOT NULL,
    "module_id" TEXT NOT NULL,
    "followed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "module_follows_pkey" PRIMARY KEY ("user_id","module_id")
);

-- CreateTable
CREATE TABLE "inbox_notices" (
    "id" BIGSERIAL NOT NULL,
    "key" TEXT,
    "kind" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_id" TEXT,
    "module_id" TEXT,
    "organization_id" TEXT,
    "engine_version_id" TEXT,
    "token_id" TEXT,
    "membership_id" TEXT,
    "user_id" TEXT,
    "facts" JSONB NOT NULL DEFAULT '{}',
    "told_up_to" TEXT DEFAULT '',

    CONSTRAINT "inbox_notices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inbox_entries" (
    "user_id" TEXT NOT NULL,
    "notice_id" BIGINT NOT NULL,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "inbox_entries_pkey" PRIMARY KEY ("user_id","notice_id")
);

-- CreateTable
CREATE TABLE "sharing_requests" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "producer" TEXT COLLATE "C" NOT NULL,
    "producer_key" TEXT COLLATE "C" NOT NULL,
    "reason" TEXT NOT NULL,
    "asked_by_id" TEXT,
    "asked_by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sharing_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "module_follows_module_id_user_id_idx" ON "module_follows"("module_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "inbox_notices_key_key" ON "inbox_notices"("key");

-- CreateIndex
CREATE INDEX "inbox_notices_at_id_idx" ON "inbox_notices"("at", "id");

-- CreateIndex
CREATE INDEX "inbox_notices_module_id_idx" ON "inbox_notices"("module_id");

-- CreateIndex
CREATE INDEX "inbox_notices_organization_id_idx" ON "inbox_notices"("organization_id");

-- CreateIndex
CREATE INDEX "inbox_notices_engine_version_id_idx" ON "inbox_notices"("engine_version_id");

-- CreateIndex
CREATE INDEX "inbox_notices_token_id_idx" ON "inbox_notices"("token_id");

-- CreateIndex
CREATE INDEX "inbox_notices_membership_id_idx" ON "inbox_notices"("membership_id");

-- CreateIndex
CREATE INDEX "inbox_notices_user_id_idx" ON "inbox_notices"("user_id");

-- CreateIndex
CREATE INDEX "inbox_entries_notice_id_idx" ON "inbox_entries"("notice_id");

-- CreateIndex
CREATE INDEX "sharing_requests_producer_key_idx" ON "sharing_requests"("producer_key");

-- CreateIndex
CREATE INDEX "sharing_requests_created_at_id_idx" ON "sharing_requests"("created_at", "id");

-- CreateIndex
CREATE INDEX "sharing_requests_asked_by_id_idx" ON "sharing_requests"("asked_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "sharing_requests_organization_id_producer_key_key" ON "sharing_requests"("organization_id", "producer_key");

-- AddForeignKey
ALTER TABLE "module_follows" ADD CONSTRAINT "module_follows_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "module_follows" ADD CONSTRAINT "module_follows_module_id_fkey" FOREIGN KEY ("module_id") REFERENCES "modules"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbox_notices" ADD CONSTRAINT "inbox_notices_module_id_fkey" FOREIGN KEY ("module_id") REFERENCES "modules"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbox_notices" ADD CONSTRAINT "inbox_notices_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbox_notices" ADD CONSTRAINT "inbox_notices_engine_version_id_fkey" FOREIGN KEY ("engine_version_id") REFERENCES "engine_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbox_notices" ADD CONSTRAINT "inbox_notices_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "authentication_tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbox_notices" ADD CONSTRAINT "inbox_notices_membership_id_fkey" FOREIGN KEY ("membership_id") REFERENCES "organization_memberships"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbox_notices" ADD CONSTRAINT "inbox_notices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbox_entries" ADD CONSTRAINT "inbox_entries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbox_entries" ADD CONSTRAINT "inbox_entries_notice_id_fkey" FOREIGN KEY ("notice_id") REFERENCES "inbox_notices"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sharing_requests" ADD CONSTRAINT "sharing_requests_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sharing_requests" ADD CONSTRAINT "sharing_requests_asked_by_id_fkey" FOREIGN KEY ("asked_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "sharing_requests" ADD CONSTRAINT "sharing_requests_producer_key_check"
  CHECK ("producer_key" = lower("producer"));
ALTER TABLE "sharing_requests" ADD CONSTRAINT "sharing_requests_reason_check"
  CHECK (char_length("reason") BETWEEN 1 AND 500);

-- What is still to be told, which is next to nothing beside what was.
CREATE INDEX "inbox_notices_untold_idx" ON "inbox_notices"("id") WHERE "told_up_to" IS NOT NULL;
-- What a person has not read, which the bell of every page counts.
CREATE INDEX "inbox_entries_unread_idx" ON "inbox_entries"("user_id", "notice_id") WHERE "read_at" IS NULL;
