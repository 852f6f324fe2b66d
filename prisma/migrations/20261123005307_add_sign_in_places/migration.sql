-- Of accounts that are older than this it is unknown: their next sign-in counts as their first, and is not told.
ALTER TABLE "users" ADD COLUMN     "first_signed_in_at" TIMESTAMPTZ(3);

-- Where people sign in from, for 90 days.
CREATE TABLE "sign_in_places" (
    "user_id" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_places_pkey" PRIMARY KEY ("user_id","network")
);

-- CreateIndex
CREATE INDEX "sign_in_places_last_seen_at_idx" ON "sign_in_places"("last_seen_at");

-- AddForeignKey
ALTER TABLE "sign_in_places" ADD CONSTRAINT "sign_in_places_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
