-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "email" TEXT;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "email_proof" TEXT,
ADD COLUMN     "email_verified_at" TIMESTAMPTZ(3),
ALTER COLUMN "email" DROP NOT NULL,
ALTER COLUMN "email_key" DROP NOT NULL;

-- An address is there as a whole or not at all, and only one that is there is verified, at a time and by a proof.
ALTER TABLE "users"
    ADD CONSTRAINT "users_email_check" CHECK (("email" IS NULL) = ("email_key" IS NULL)),
    ADD CONSTRAINT "users_email_proof_check"
        CHECK ("email_proof" IN ('mail', 'single-sign-on', 'invitation', 'administrator')),
    ADD CONSTRAINT "users_email_verified_check"
        CHECK (("email_proof" IS NULL) = ("email_verified_at" IS NULL)
            AND ("email_proof" IS NULL OR "email_key" IS NOT NULL));

-- Only a user's own address is confirmed.
ALTER TABLE "invitations"
    ADD CONSTRAINT "invitations_email_check" CHECK ("email" IS NULL OR "user_id" IS NOT NULL);

-- What is in the database says nothing about how an address came there; the audit log does. Verified is what a site
-- administrator, the set-up or an accepted invitation gave at the creation and what has not changed since, and what
-- site administrators say of themselves. Everything else is a claim until it is verified.
UPDATE "users" u SET "email_proof" = 'administrator', "email_verified_at" = u."created_at"
WHERE u."is_site_admin" OR EXISTS (
    SELECT FROM "audit_events" e
    WHERE e."subject_id" = u."id" AND e."action" = 'user.create' AND lower(e."after"->>'email') = u."email_key"
        AND (e."actor_type" = 'user' OR (e."actor_type" = 'system' AND e."actor_name" = 'set-up')));

UPDATE "users" u SET "email_proof" = 'invitation', "email_verified_at" = u."created_at"
WHERE u."email_proof" IS NULL AND EXISTS (
    SELECT FROM "audit_events" e
    WHERE e."subject_id" = u."id" AND e."action" = 'user.create' AND lower(e."after"->>'email') = u."email_key"
        AND e."actor_type" = 'system' AND e."actor_name" = 'invitation');
