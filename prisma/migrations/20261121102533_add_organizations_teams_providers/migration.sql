-- CreateEnum
CREATE TYPE "membership_status" AS ENUM ('invited', 'active');

-- CreateEnum
CREATE TYPE "registry_name" AS ENUM ('public', 'private');

-- AlterTable
ALTER TABLE "authentication_tokens" ADD COLUMN     "organization_id" TEXT,
ADD COLUMN     "team_id" TEXT,
ALTER COLUMN "user_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "organization_memberships" ADD COLUMN     "email" TEXT,
ADD COLUMN     "email_key" TEXT COLLATE "C",
ADD COLUMN     "status" "membership_status" NOT NULL DEFAULT 'active',
ADD COLUMN     "team_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
ALTER COLUMN "user_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "access_beta_tools" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "apply_timeout" TEXT,
ADD COLUMN     "global_module_sharing" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "is_disabled" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "plan_timeout" TEXT,
ADD COLUMN     "worker_sudo_enabled" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "workspace_limit" INTEGER;

-- AlterTable
ALTER TABLE "teams" ADD COLUMN     "sso_team_id" TEXT,
ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "visibility" TEXT NOT NULL DEFAULT 'secret';

-- CreateTable
CREATE TABLE "module_consumers" (
    "producer_id" TEXT NOT NULL,
    "consumer_id" TEXT NOT NULL,

    CONSTRAINT "module_consumers_pkey" PRIMARY KEY ("producer_id","consumer_id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "membership_id" TEXT,
    "user_id" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "registry_providers" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "registry_name" "registry_name" NOT NULL,
    "namespace" TEXT COLLATE "C" NOT NULL,
    "namespace_key" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "name_key" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "registry_providers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "registry_provider_versions" (
    "id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "version" TEXT COLLATE "C" NOT NULL,
    "sort_key" TEXT COLLATE "C" NOT NULL,
    "key_id" TEXT COLLATE "C" NOT NULL,
    "protocols" TEXT[],
    "shasums_key" TEXT,
    "shasums_sig_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "registry_provider_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "registry_provider_platforms" (
    "id" TEXT NOT NULL,
    "version_id" TEXT NOT NULL,
    "os" TEXT COLLATE "C" NOT NULL,
    "arch" TEXT COLLATE "C" NOT NULL,
    "shasum" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "binary_key" TEXT,

    CONSTRAINT "registry_provider_platforms_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "gpg_keys" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "key_id" TEXT COLLATE "C" NOT NULL,
    "ascii_armor" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "gpg_keys_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "module_consumers_consumer_id_idx" ON "module_consumers"("consumer_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_membership_id_key" ON "invitations"("membership_id");

-- CreateIndex
CREATE INDEX "invitations_user_id_idx" ON "invitations"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "registry_providers_organization_id_registry_name_namespace__key" ON "registry_providers"("organization_id", "registry_name", "namespace_key", "name_key");

-- CreateIndex
CREATE INDEX "registry_provider_versions_provider_id_sort_key_idx" ON "registry_provider_versions"("provider_id", "sort_key" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "registry_provider_versions_provider_id_version_key" ON "registry_provider_versions"("provider_id", "version");

-- CreateIndex
CREATE UNIQUE INDEX "registry_provider_platforms_version_id_os_arch_key" ON "registry_provider_platforms"("version_id", "os", "arch");

-- CreateIndex
CREATE UNIQUE INDEX "gpg_keys_organization_id_key_id_key" ON "gpg_keys"("organization_id", "key_id");

-- CreateIndex
CREATE UNIQUE INDEX "authentication_tokens_organization_id_key" ON "authentication_tokens"("organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "authentication_tokens_team_id_description_key" ON "authentication_tokens"("team_id", "description");

-- CreateIndex
CREATE UNIQUE INDEX "organization_memberships_organization_id_email_key_key" ON "organization_memberships"("organization_id", "email_key");

-- AddForeignKey
ALTER TABLE "authentication_tokens" ADD CONSTRAINT "authentication_tokens_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authentication_tokens" ADD CONSTRAINT "authentication_tokens_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "module_consumers" ADD CONSTRAINT "module_consumers_producer_id_fkey" FOREIGN KEY ("producer_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "module_consumers" ADD CONSTRAINT "module_consumers_consumer_id_fkey" FOREIGN KEY ("consumer_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_membership_id_fkey" FOREIGN KEY ("membership_id") REFERENCES "organization_memberships"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "registry_providers" ADD CONSTRAINT "registry_providers_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "registry_provider_versions" ADD CONSTRAINT "registry_provider_versions_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "registry_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "registry_provider_platforms" ADD CONSTRAINT "registry_provider_platforms_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "registry_provider_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gpg_keys" ADD CONSTRAINT "gpg_keys_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The rules that hold whoever writes.
ALTER TABLE "authentication_tokens" ADD CONSTRAINT "authentication_tokens_owner_check" CHECK (num_nonnulls("user_id", "team_id", "organization_id") = 1);
CREATE UNIQUE INDEX "authentication_tokens_team_id_plain_key" ON "authentication_tokens"("team_id") WHERE "description" IS NULL;
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_workspace_limit_check" CHECK ("workspace_limit" >= 0);
ALTER TABLE "organization_memberships" ADD CONSTRAINT "organization_memberships_status_check" CHECK (CASE "status" WHEN 'active' THEN "user_id" IS NOT NULL ELSE "email_key" IS NOT NULL END);
ALTER TABLE "teams" ADD CONSTRAINT "teams_visibility_check" CHECK ("visibility" IN ('secret', 'organization'));
ALTER TABLE "module_consumers" ADD CONSTRAINT "module_consumers_other_check" CHECK ("producer_id" <> "consumer_id");
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_purpose_check" CHECK (num_nonnulls("membership_id", "user_id") = 1);
ALTER TABLE "registry_providers" ADD CONSTRAINT "registry_providers_name_check" CHECK ("name" ~ '^[A-Za-z0-9_-]{1,64}$' AND "name_key" = lower("name"));
ALTER TABLE "registry_providers" ADD CONSTRAINT "registry_providers_namespace_check" CHECK ("namespace" ~ '^[A-Za-z0-9_-]{1,64}$' AND "namespace_key" = lower("namespace"));
