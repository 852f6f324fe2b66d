-- CreateEnum
CREATE TYPE "PublicProvidersRule" AS ENUM ('open', 'listed');

-- CreateEnum
CREATE TYPE "PublicProviderDecision" AS ENUM ('release', 'block', 'accept');

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "provider_cooldown" TEXT,
ADD COLUMN     "public_providers" "PublicProvidersRule";

-- CreateTable
CREATE TABLE "public_providers" (
    "id" TEXT NOT NULL,
    "origin" TEXT COLLATE "C" NOT NULL,
    "namespace" TEXT COLLATE "C" NOT NULL,
    "namespace_key" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "name_key" TEXT COLLATE "C" NOT NULL,
    "approved_for_all" BOOLEAN NOT NULL DEFAULT false,
    "warnings" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "looked_at" TIMESTAMPTZ(3) NOT NULL,
    "fresh_until" TIMESTAMPTZ(3) NOT NULL,
    "compared_at" TIMESTAMPTZ(3),
    "look_error" TEXT,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "public_providers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "public_provider_versions" (
    "id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "sort_key" TEXT COLLATE "C" NOT NULL,
    "protocols" TEXT[],
    "listed_platforms" TEXT[],
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "published_at" TIMESTAMPTZ(3),
    "held_from" TIMESTAMPTZ(3) NOT NULL,
    "checked_at" TIMESTAMPTZ(3),
    "unverified" TEXT,
    "key_id" TEXT,
    "new_key" BOOLEAN NOT NULL DEFAULT false,
    "signing_keys" JSONB,
    "shasums_digest" TEXT,
    "packages" JSONB,
    "altered_at" TIMESTAMPTZ(3),
    "alteration" TEXT,
    "gone_from_origin" BOOLEAN NOT NULL DEFAULT false,
    "decision" "PublicProviderDecision",
    "decision_reason" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "public_provider_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "public_provider_platforms" (
    "version_id" TEXT NOT NULL,
    "os" TEXT NOT NULL,
    "arch" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "shasum" TEXT NOT NULL,
    "document" JSONB,

    CONSTRAINT "public_provider_platforms_pkey" PRIMARY KEY ("version_id","os","arch")
);

-- CreateTable
CREATE TABLE "public_provider_approvals" (
    "provider_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "approved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "public_provider_approvals_pkey" PRIMARY KEY ("provider_id","organization_id")
);

-- CreateTable
CREATE TABLE "public_provider_refusals" (
    "provider_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "public_provider_refusals_pkey" PRIMARY KEY ("provider_id","organization_id","day")
);

-- CreateTable
CREATE TABLE "public_provider_uses" (
    "version_id" TEXT NOT NULL,
    "credential_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "public_provider_uses_pkey" PRIMARY KEY ("version_id","credential_id","organization_id","day")
);

-- CreateIndex
CREATE INDEX "public_providers_origin_namespace_name_id_idx" ON "public_providers"("origin", "namespace", "name", "id");

-- CreateIndex
CREATE INDEX "public_providers_looked_at_id_idx" ON "public_providers"("looked_at", "id");

-- CreateIndex
CREATE INDEX "public_providers_namespace_key_name_key_idx" ON "public_providers"("namespace_key", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "public_providers_origin_namespace_key_name_key_key" ON "public_providers"("origin", "namespace_key", "name_key");

-- CreateIndex
CREATE INDEX "public_provider_versions_provider_id_sort_key_idx" ON "public_provider_versions"("provider_id", "sort_key" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "public_provider_versions_provider_id_version_key" ON "public_provider_versions"("provider_id", "version");

-- CreateIndex
CREATE INDEX "public_provider_approvals_organization_id_idx" ON "public_provider_approvals"("organization_id");

-- CreateIndex
CREATE INDEX "public_provider_refusals_organization_id_idx" ON "public_provider_refusals"("organization_id");

-- CreateIndex
CREATE INDEX "public_provider_refusals_day_idx" ON "public_provider_refusals"("day");

-- CreateIndex
CREATE INDEX "public_provider_uses_day_idx" ON "public_provider_uses"("day");

-- AddForeignKey
ALTER TABLE "public_provider_versions" ADD CONSTRAINT "public_provider_versions_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "public_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "public_provider_platforms" ADD CONSTRAINT "public_provider_platforms_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "public_provider_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "public_provider_approvals" ADD CONSTRAINT "public_provider_approvals_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "public_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "public_provider_approvals" ADD CONSTRAINT "public_provider_approvals_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "public_provider_refusals" ADD CONSTRAINT "public_provider_refusals_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "public_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "public_provider_refusals" ADD CONSTRAINT "public_provider_refusals_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "public_provider_uses" ADD CONSTRAINT "public_provider_uses_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "public_provider_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "public_providers"
    ADD CONSTRAINT "public_providers_namespace_key_check" CHECK ("namespace_key" = lower("namespace")),
    ADD CONSTRAINT "public_providers_name_key_check" CHECK ("name_key" = lower("name"));

-- A decision against a version has its reason.
ALTER TABLE "public_provider_versions"
    ADD CONSTRAINT "public_provider_versions_decision_reason_check"
        CHECK ("decision" IS NULL OR "decision" = 'release' OR "decision_reason" IS NOT NULL),
    ADD CONSTRAINT "public_provider_versions_alteration_check"
        CHECK (("altered_at" IS NULL) = ("alteration" IS NULL));

-- What cached answers show of them (docs/performance/invalidations.txt).
CREATE FUNCTION "invalidate_cache_by_public_providers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('public-providers/' || "id") FROM (VALUES (OLD."id"), (NEW."id")) AS changed("id")
    WHERE "id" IS NOT NULL;
    RETURN NULL;
END
$$;
CREATE TRIGGER "public_providers_invalidate_cache" AFTER DELETE OR UPDATE OF "approved_for_all", "warnings", "fresh_until"
    ON "public_providers" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_public_providers"();

CREATE FUNCTION "invalidate_cache_by_public_provider_versions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('public-providers/' || "id") FROM (VALUES (OLD."provider_id"), (NEW."provider_id")) AS changed("id")
    WHERE "id" IS NOT NULL;
    RETURN NULL;
END
$$;
CREATE TRIGGER "public_provider_versions_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE
    ON "public_provider_versions" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_public_provider_versions"();

CREATE FUNCTION "invalidate_cache_by_public_provider_approvals"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('public-providers/' || "id") FROM (VALUES (OLD."provider_id"), (NEW."provider_id")) AS changed("id")
    WHERE "id" IS NOT NULL;
    RETURN NULL;
END
$$;
CREATE TRIGGER "public_provider_approvals_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE
    ON "public_provider_approvals" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_public_provider_approvals"();
