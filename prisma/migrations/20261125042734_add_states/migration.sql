-- CreateEnum
CREATE TYPE "state_version_status" AS ENUM ('pending', 'finalized', 'discarded');

-- AlterTable
ALTER TABLE "teams" ADD COLUMN     "read_workspaces" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "workspaces" ADD COLUMN     "lock_id" TEXT,
ADD COLUMN     "lock_reason" TEXT,
ADD COLUMN     "locked_at" TIMESTAMPTZ(3),
ADD COLUMN     "locked_by_id" TEXT,
ADD COLUMN     "locked_by_name" TEXT,
ADD COLUMN     "locked_by_type" TEXT;

-- CreateTable
CREATE TABLE "workspace_tags" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "value" TEXT,

    CONSTRAINT "workspace_tags_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "state_versions" (
    "id" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "status" "state_version_status" NOT NULL,
    "is_current" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER,
    "serial" BIGINT NOT NULL,
    "lineage" TEXT,
    "md5" TEXT NOT NULL,
    "force" BOOLEAN NOT NULL DEFAULT false,
    "lock_id" TEXT NOT NULL,
    "size" INTEGER,
    "storage_key" TEXT,
    "json_storage_key" TEXT,
    "engine_version" TEXT,
    "resource_count" INTEGER NOT NULL DEFAULT 0,
    "contents" JSONB,
    "rolled_back_to_id" TEXT,
    "created_by_type" TEXT NOT NULL,
    "created_by_id" TEXT NOT NULL,
    "created_by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finalized_at" TIMESTAMPTZ(3),

    CONSTRAINT "state_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "state_version_outputs" (
    "id" TEXT NOT NULL,
    "state_version_id" TEXT NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "sensitive" BOOLEAN NOT NULL,
    "type" JSONB NOT NULL,
    "sealed_value" TEXT NOT NULL,

    CONSTRAINT "state_version_outputs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "workspace_tags_workspace_id_key_key" ON "workspace_tags"("workspace_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "state_versions_workspace_id_position_key" ON "state_versions"("workspace_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "state_version_outputs_state_version_id_name_key" ON "state_version_outputs"("state_version_id", "name");

-- AddForeignKey
ALTER TABLE "workspace_tags" ADD CONSTRAINT "workspace_tags_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "state_versions" ADD CONSTRAINT "state_versions_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "state_version_outputs" ADD CONSTRAINT "state_version_outputs_state_version_id_fkey" FOREIGN KEY ("state_version_id") REFERENCES "state_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Locked by somebody at some time, or not at all.
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_lock_check"
  CHECK (num_nulls("lock_id", "locked_at", "locked_by_type", "locked_by_id", "locked_by_name") IN (0, 5)) NOT VALID;

-- Of a finalized version the bytes are there; only such a one is the current one.
ALTER TABLE "state_versions" ADD CONSTRAINT "state_versions_finalized_check"
  CHECK (("status" = 'finalized') = (num_nulls("storage_key", "size", "lineage", "finalized_at", "position") = 0));
ALTER TABLE "state_versions" ADD CONSTRAINT "state_versions_current_check"
  CHECK (NOT "is_current" OR "status" = 'finalized');
ALTER TABLE "state_versions" ADD CONSTRAINT "state_versions_serial_check" CHECK ("serial" >= 0);

-- One state of a workspace is the current one, whoever writes at the same time.
CREATE UNIQUE INDEX "state_versions_current_key" ON "state_versions"("workspace_id") WHERE "is_current";
