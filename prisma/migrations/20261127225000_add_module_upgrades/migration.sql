-- The last download of the day; null of what a release wrote that did not know it.
ALTER TABLE "module_downloads" ADD COLUMN     "last_at" TIMESTAMPTZ(3);

-- Sums up the downloads of the last days by token, of what is on a page.
CREATE INDEX "module_downloads_credential_id_module_id_version_day_idx" ON "module_downloads"("credential_id", "module_id", "version", "day");

-- Who uses which version, and since when no more: one row for the downloads of all days, so that lists of who has to move
-- need not add them up. Written by triggers, so that releases write it that do not know it.
CREATE TABLE "module_uses" (
    "module_id" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "credential_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "module_uses_pkey" PRIMARY KEY ("module_id","version","credential_id","organization_id")
);
ALTER TABLE "module_uses" ADD CONSTRAINT "module_uses_module_id_fkey" FOREIGN KEY ("module_id") REFERENCES "modules"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By the tokens of an organization, and by those of persons, which are of none.
CREATE INDEX "module_uses_of_organizations_idx" ON "module_uses"("organization_id", "last_at") WHERE "organization_id" <> '';
CREATE INDEX "module_uses_of_persons_idx" ON "module_uses"("credential_id", "last_at") WHERE "organization_id" = '';

CREATE FUNCTION "note_module_uses"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO module_uses AS u (module_id, version, credential_id, organization_id, last_at)
  SELECT module_id, version, credential_id, organization_id, max(coalesce(last_at, day::timestamp AT TIME ZONE 'UTC'))
  FROM downloads GROUP BY module_id, version, credential_id, organization_id
  ORDER BY module_id, version, credential_id, organization_id
  ON CONFLICT (module_id, version, credential_id, organization_id)
  DO UPDATE SET last_at = EXCLUDED.last_at WHERE u.last_at < EXCLUDED.last_at;
  RETURN NULL;
END $$;
CREATE TRIGGER "module_downloads_insert_uses" AFTER INSERT ON "module_downloads"
  REFERENCING NEW TABLE AS downloads FOR EACH STATEMENT EXECUTE FUNCTION "note_module_uses"();
CREATE TRIGGER "module_downloads_update_uses" AFTER UPDATE ON "module_downloads"
  REFERENCING NEW TABLE AS downloads FOR EACH STATEMENT EXECUTE FUNCTION "note_module_uses"();

-- That those who use a version have to move: told to their organizations once for each version and status.
CREATE TABLE "module_upgrade_notices" (
    "version_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "told_at" TIMESTAMPTZ(3),

    CONSTRAINT "module_upgrade_notices_pkey" PRIMARY KEY ("version_id","status"),
    CONSTRAINT "module_upgrade_notices_status_check" CHECK ("status" IN ('deprecated', 'end-of-life', 'revoked'))
);
ALTER TABLE "module_upgrade_notices" ADD CONSTRAINT "module_upgrade_notices_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "module_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Every process looks each second whether there is one to tell.
CREATE INDEX "module_upgrade_notices_untold_idx" ON "module_upgrade_notices"("at") WHERE "told_at" IS NULL;

-- The workspaces whose states a token writes.
CREATE INDEX "state_versions_current_credential_id_idx" ON "state_versions"("credential_id") WHERE "is_current";
