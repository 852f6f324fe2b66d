-- Groups that owners named before fill no team until a site administrator allows them: an owner could name any.
ALTER TABLE "organizations" ADD COLUMN     "sso_groups" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- What was published of providers, kept when they go.
CREATE TABLE "taken_provider_platforms" (
    "organization_id" TEXT NOT NULL,
    "provider_key" TEXT COLLATE "C" NOT NULL,
    "version" TEXT COLLATE "C" NOT NULL,
    "os" TEXT NOT NULL,
    "arch" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "shasum" TEXT NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "taken_provider_platforms_pkey" PRIMARY KEY ("organization_id","provider_key","version","os","arch")
);
ALTER TABLE "taken_provider_platforms"
    ADD CONSTRAINT "taken_provider_platforms_provider_key_check" CHECK ("provider_key" = lower("provider_key")),
    ADD CONSTRAINT "taken_provider_platforms_shasum_check" CHECK ("shasum" ~ '^[0-9a-f]{64}$');

-- What is published now, and what was until its key went.
INSERT INTO "taken_provider_platforms"
SELECT p."organization_id", p."name_key", v."version", b."os", b."arch", b."filename", b."binary_sha256", v."updated_at"
FROM "registry_provider_versions" v
JOIN "registry_providers" p ON p."id" = v."provider_id"
JOIN "registry_provider_platforms" b ON b."version_id" = v."id"
WHERE b."binary_sha256" IS NOT NULL
    AND (v."signing_key_id" IS NOT NULL
        OR v."publication_error" LIKE 'The signing key % is no longer registered in this namespace');
