-- An organization has two tokens: one that acts as it, and one that only reads its audit trail.
-- contract: an older release finds either of them where it looks for the one, and makes no second one.
DROP INDEX "authentication_tokens_organization_id_key";

-- CreateIndex
CREATE INDEX "authentication_tokens_organization_id_idx" ON "authentication_tokens"("organization_id");

-- One of each kind.
CREATE UNIQUE INDEX "authentication_tokens_organization_id_key" ON "authentication_tokens"("organization_id") WHERE NOT 'audit-trails' = ANY ("scopes");
CREATE UNIQUE INDEX "authentication_tokens_audit_trails_key" ON "authentication_tokens"("organization_id") WHERE 'audit-trails' = ANY ("scopes");
