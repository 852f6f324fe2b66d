-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "by_single_sign_on" BOOLEAN NOT NULL DEFAULT false;

-- How a session of before began is not known; whoever comes by single sign-on keeps it as it is, for twelve hours at most.
UPDATE "sessions" SET "by_single_sign_on" = true
    WHERE EXISTS (SELECT FROM "user_identities" WHERE "user_identities"."user_id" = "sessions"."user_id");
