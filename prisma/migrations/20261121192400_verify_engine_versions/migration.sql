-- CreateEnum
CREATE TYPE "verification_state" AS ENUM ('queued', 'running', 'passed', 'failed', 'unreachable');

-- CreateTable
CREATE TABLE "engine_version_verifications" (
    "engine_version_id" TEXT NOT NULL,
    "os" TEXT NOT NULL,
    "arch" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "sha" TEXT NOT NULL,
    "state" "verification_state" NOT NULL DEFAULT 'queued',
    "bytes_done" BIGINT NOT NULL DEFAULT 0,
    "bytes_total" BIGINT,
    "found_sha" TEXT,
    "problem" TEXT,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "lease" TEXT,
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "engine_version_verifications_pkey" PRIMARY KEY ("engine_version_id","os","arch")
);

-- AddForeignKey
ALTER TABLE "engine_version_verifications" ADD CONSTRAINT "engine_version_verifications_engine_version_id_fkey" FOREIGN KEY ("engine_version_id") REFERENCES "engine_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "engine_version_verifications"
    ADD CONSTRAINT "engine_version_verifications_sha_check" CHECK ("sha" ~ '^[0-9a-f]{64}$'),
    ADD CONSTRAINT "engine_version_verifications_bytes_check" CHECK ("bytes_done" >= 0),
    ADD CONSTRAINT "engine_version_verifications_lease_check" CHECK (
        ("state" = 'running') = ("lease" IS NOT NULL)
        AND ("state" = 'running') = ("lease_until" IS NOT NULL)
    ),
    ADD CONSTRAINT "engine_version_verifications_finished_check" CHECK (
        ("state" IN ('passed', 'failed', 'unreachable')) = ("finished_at" IS NOT NULL)
    ),
    ADD CONSTRAINT "engine_version_verifications_found_check" CHECK (("state" = 'failed') = ("found_sha" IS NOT NULL)),
    ADD CONSTRAINT "engine_version_verifications_problem_check" CHECK (("state" = 'unreachable') = ("problem" IS NOT NULL));

-- Of each version one file is read at a time, whoever tries.
CREATE UNIQUE INDEX "engine_version_verifications_running_key" ON "engine_version_verifications"("engine_version_id")
    WHERE "state" = 'running';

-- What is to be done, for the processes that look for it every few seconds.
CREATE INDEX "engine_version_verifications_open_idx" ON "engine_version_verifications"("requested_at")
    WHERE "state" IN ('queued', 'running');
