-- AlterTable
ALTER TABLE "authentication_tokens" ADD COLUMN     "last_used_address" TEXT,
ADD COLUMN     "made_by" TEXT;

-- AlterTable
ALTER TABLE "login_codes" ADD COLUMN     "made_by" TEXT;

-- CreateIndex
CREATE INDEX "authentication_tokens_made_by_idx" ON "authentication_tokens"("made_by");

-- Tokens of people who come by single sign-on rest when their last sign-in is too long ago: a process that has cached the
-- caller of such a token reads it again after the first sign-in and every later one.
CREATE FUNCTION "note_user_identity"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_change('users/' || coalesce(NEW."user_id", OLD."user_id"));
    RETURN NULL;
END
$$;
CREATE TRIGGER "user_identities_note_change"
    AFTER INSERT OR DELETE OR UPDATE OF "user_id", "last_signed_in_at" ON "user_identities"
    FOR EACH ROW EXECUTE FUNCTION "note_user_identity"();
