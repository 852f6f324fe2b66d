-- What tokens are looked up by, in small letters of ASCII: forges do not tell the letters of repositories apart. What has
-- to be the same to the letter is compared afterwards. A trigger writes it, so that the release before does too.
ALTER TABLE "ci_identities" ADD COLUMN     "anchor_key" TEXT COLLATE "C";

CREATE FUNCTION "write_ci_anchor_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.anchor_key := lower(NEW.anchor COLLATE "C");
  RETURN NEW;
END $$;
CREATE TRIGGER "ci_identities_write_anchor_key" BEFORE INSERT OR UPDATE OF "anchor" ON "ci_identities"
  FOR EACH ROW EXECUTE FUNCTION "write_ci_anchor_key"();

-- There are as many as owners made by hand.
UPDATE "ci_identities" SET "anchor_key" = lower("anchor" COLLATE "C");

-- CreateIndex
CREATE INDEX "ci_identities_trusted_issuer_id_anchor_key_idx" ON "ci_identities"("trusted_issuer_id", "anchor_key");
