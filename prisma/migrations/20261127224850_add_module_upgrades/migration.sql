-- The last download of the day; null of what a release wrote that did not know it.
ALTER TABLE "module_downloads" ADD COLUMN     "last_at" TIMESTAMPTZ(3);

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

-- What an organization downloads: by the tokens that are its own, and by those of its members.
CREATE INDEX "module_downloads_of_organizations_idx" ON "module_downloads"("organization_id", "day") WHERE "organization_id" <> '';
CREATE INDEX "module_downloads_of_persons_idx" ON "module_downloads"("credential_id", "day") WHERE "organization_id" = '';

-- The workspaces whose states a token writes.
CREATE INDEX "state_versions_current_credential_id_idx" ON "state_versions"("credential_id") WHERE "is_current";
