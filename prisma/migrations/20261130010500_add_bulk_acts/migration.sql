-- Acts on many things, and what becomes of each of them.
CREATE TABLE "bulk_acts" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "reason" TEXT,
    "user_id" TEXT NOT NULL,
    "user_name" TEXT NOT NULL,
    "as_administrator" BOOLEAN NOT NULL,
    "credential" JSONB NOT NULL,
    "is_sign_in_fresh" BOOLEAN NOT NULL,
    "address" TEXT,
    "undoes_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "cancelled_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_acts_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "bulk_act_targets" (
    "act_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "target_id" TEXT NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "outcome" TEXT NOT NULL DEFAULT 'waiting',
    "message" TEXT,
    "given" JSONB,
    "expected" JSONB,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "bulk_act_targets_pkey" PRIMARY KEY ("act_id","position"),
    CONSTRAINT "bulk_act_targets_outcome_check" CHECK ("outcome" IN ('waiting', 'changed', 'unchanged', 'refused', 'cancelled'))
);

CREATE UNIQUE INDEX "bulk_acts_undoes_id_key" ON "bulk_acts"("undoes_id");

CREATE INDEX "bulk_acts_created_at_id_idx" ON "bulk_acts"("created_at", "id");

CREATE INDEX "bulk_acts_user_id_finished_at_idx" ON "bulk_acts"("user_id", "finished_at");

-- The queue: what nobody has finished yet.
CREATE INDEX "bulk_acts_unfinished_idx" ON "bulk_acts"("id") WHERE "finished_at" IS NULL;

CREATE INDEX "bulk_act_targets_act_id_outcome_name_idx" ON "bulk_act_targets"("act_id", "outcome", "name");

ALTER TABLE "bulk_acts" ADD CONSTRAINT "bulk_acts_undoes_id_fkey" FOREIGN KEY ("undoes_id") REFERENCES "bulk_acts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "bulk_act_targets" ADD CONSTRAINT "bulk_act_targets_act_id_fkey" FOREIGN KEY ("act_id") REFERENCES "bulk_acts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
