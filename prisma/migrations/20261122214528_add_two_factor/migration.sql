-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "needs_two_factor" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "two_factor_enabled_at" TIMESTAMPTZ(3),
ADD COLUMN     "two_factor_secret" TEXT,
ADD COLUMN     "two_factor_step" INTEGER;

-- CreateTable
CREATE TABLE "recovery_codes" (
    "user_id" TEXT NOT NULL,
    "code_hash" TEXT NOT NULL,

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","code_hash")
);

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is enabled has a secret.
ALTER TABLE "users" ADD CONSTRAINT "users_two_factor_check"
    CHECK ("two_factor_enabled_at" IS NULL OR "two_factor_secret" IS NOT NULL);

-- What the session may do changes with it.
CREATE TRIGGER "sessions_note_two_factor" AFTER UPDATE OF "needs_two_factor" ON "sessions"
    FOR EACH ROW EXECUTE FUNCTION "note_thing"('credentials');
