-- contract: the index of the same name below holds for every token that an older release makes.
DROP INDEX "authentication_tokens_team_id_description_key";

-- AlterTable
ALTER TABLE "authentication_tokens" ADD COLUMN     "ci_identity_id" TEXT,
ADD COLUMN     "provenance" JSONB;

-- AlterTable
ALTER TABLE "module_versions" ADD COLUMN     "provenance" JSONB;

-- AlterTable
ALTER TABLE "registry_provider_versions" ADD COLUMN     "provenance" JSONB;

-- CreateTable
CREATE TABLE "trusted_issuers" (
    "id" TEXT NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "issuer" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "jwks_url" TEXT,
    "audiences" TEXT[],
    "for_all" BOOLEAN NOT NULL DEFAULT true,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "trusted_issuers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "trusted_issuer_organizations" (
    "trusted_issuer_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,

    CONSTRAINT "trusted_issuer_organizations_pkey" PRIMARY KEY ("trusted_issuer_id","organization_id")
);

-- CreateTable
CREATE TABLE "ci_identities" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "trusted_issuer_id" TEXT NOT NULL,
    "team_id" TEXT NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "name_key" TEXT COLLATE "C" NOT NULL,
    "claims" JSONB NOT NULL,
    "anchor" TEXT NOT NULL,
    "scopes" TEXT[],
    "lifetime" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ci_identities_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "used_ci_tokens" (
    "key" TEXT NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "used_ci_tokens_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "trusted_issuers_issuer_key" ON "trusted_issuers"("issuer");

-- CreateIndex
CREATE INDEX "trusted_issuers_name_id_idx" ON "trusted_issuers"("name", "id");

-- CreateIndex
CREATE INDEX "trusted_issuer_organizations_organization_id_idx" ON "trusted_issuer_organizations"("organization_id");

-- CreateIndex
CREATE INDEX "ci_identities_organization_id_name_idx" ON "ci_identities"("organization_id", "name");

-- CreateIndex
CREATE INDEX "ci_identities_trusted_issuer_id_anchor_idx" ON "ci_identities"("trusted_issuer_id", "anchor");

-- CreateIndex
CREATE INDEX "ci_identities_team_id_idx" ON "ci_identities"("team_id");

-- CreateIndex
CREATE UNIQUE INDEX "ci_identities_organization_id_name_key_key" ON "ci_identities"("organization_id", "name_key");

-- CreateIndex
CREATE INDEX "used_ci_tokens_ends_at_idx" ON "used_ci_tokens"("ends_at");

-- CreateIndex
CREATE INDEX "authentication_tokens_ci_identity_id_expires_at_idx" ON "authentication_tokens"("ci_identity_id", "expires_at");

-- AddForeignKey
ALTER TABLE "authentication_tokens" ADD CONSTRAINT "authentication_tokens_ci_identity_id_fkey" FOREIGN KEY ("ci_identity_id") REFERENCES "ci_identities"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trusted_issuer_organizations" ADD CONSTRAINT "trusted_issuer_organizations_trusted_issuer_id_fkey" FOREIGN KEY ("trusted_issuer_id") REFERENCES "trusted_issuers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trusted_issuer_organizations" ADD CONSTRAINT "trusted_issuer_organizations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ci_identities" ADD CONSTRAINT "ci_identities_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ci_identities" ADD CONSTRAINT "ci_identities_trusted_issuer_id_fkey" FOREIGN KEY ("trusted_issuer_id") REFERENCES "trusted_issuers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ci_identities" ADD CONSTRAINT "ci_identities_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The tokens of CI have the name of their identity and their job, and come as often as jobs do.
CREATE UNIQUE INDEX "authentication_tokens_team_id_description_key" ON "authentication_tokens"("team_id", "description")
  WHERE "ci_identity_id" IS NULL;

ALTER TABLE "authentication_tokens" ADD CONSTRAINT "authentication_tokens_ci_check"
  CHECK (("ci_identity_id" IS NULL) = ("provenance" IS NULL) AND ("ci_identity_id" IS NULL OR "team_id" IS NOT NULL)) NOT VALID;

ALTER TABLE "trusted_issuers" ADD CONSTRAINT "trusted_issuers_kind_check"
  CHECK ("kind" IN ('github', 'gitlab', 'forgejo', 'other'));

ALTER TABLE "ci_identities" ADD CONSTRAINT "ci_identities_claims_check"
  CHECK (jsonb_typeof("claims") = 'object' AND "claims" <> '{}' AND cardinality("scopes") > 0);
ALTER TABLE "ci_identities" ADD CONSTRAINT "ci_identities_name_key_check" CHECK ("name_key" = lower("name"));

-- What is cached of a caller has the job of a token too.
CREATE OR REPLACE TRIGGER "authentication_tokens_invalidate_cache" AFTER DELETE OR UPDATE OF "id", "token_hash", "user_id", "team_id", "organization_id", "scopes", "expires_at", "provenance"
    ON "authentication_tokens" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_authentication_tokens"();
