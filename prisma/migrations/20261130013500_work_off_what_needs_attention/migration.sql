-- An upload that failed and is not to be repeated; null also after it failed again.
ALTER TABLE "module_versions" ADD COLUMN "put_away_at" TIMESTAMPTZ(3);
ALTER TABLE "registry_provider_versions" ADD COLUMN "put_away_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "attention_assignments" (
    "key" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attention_assignments_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "attention_postponements" (
    "user_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attention_postponements_pkey" PRIMARY KEY ("user_id","key")
);

-- CreateIndex
CREATE INDEX "attention_assignments_user_id_idx" ON "attention_assignments"("user_id");

-- CreateIndex
CREATE INDEX "attention_assignments_at_idx" ON "attention_assignments"("at");

-- AddForeignKey
ALTER TABLE "attention_assignments" ADD CONSTRAINT "attention_assignments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attention_postponements" ADD CONSTRAINT "attention_postponements_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
