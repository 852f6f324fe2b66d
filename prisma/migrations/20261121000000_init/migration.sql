-- Names, keys and versions are compared by bytes (COLLATE "C"): their order must be the same on every server,
-- and lower() then means ASCII. The rules that Prisma cannot express stand at the end.

-- CreateEnum
CREATE TYPE "module_version_status" AS ENUM ('pending', 'ok', 'failed');

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "username" TEXT COLLATE "C" NOT NULL,
    "username_key" TEXT COLLATE "C" NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT COLLATE "C" NOT NULL,
    "password_hash" TEXT,
    "is_site_admin" BOOLEAN NOT NULL DEFAULT false,
    "suspended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setup_tokens" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "token_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "setup_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "authentication_tokens" (
    "id" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_by_id" TEXT,
    "description" TEXT,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "authentication_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" TEXT NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "name_key" TEXT COLLATE "C" NOT NULL,
    "email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organization_names" (
    "name_key" TEXT COLLATE "C" NOT NULL,
    "organization_id" TEXT NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organization_names_pkey" PRIMARY KEY ("name_key")
);

-- CreateTable
CREATE TABLE "teams" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "name_key" TEXT COLLATE "C" NOT NULL,
    "manage_providers" BOOLEAN NOT NULL DEFAULT false,
    "manage_modules" BOOLEAN NOT NULL DEFAULT false,
    "manage_workspaces" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "teams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "team_members" (
    "team_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,

    CONSTRAINT "team_members_pkey" PRIMARY KEY ("team_id","user_id")
);

-- CreateTable
CREATE TABLE "organization_memberships" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organization_memberships_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "engine_versions" (
    "id" TEXT NOT NULL,
    "version" TEXT COLLATE "C" NOT NULL,
    "sort_key" TEXT COLLATE "C" NOT NULL,
    "official" BOOLEAN NOT NULL DEFAULT false,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "beta" BOOLEAN NOT NULL DEFAULT false,
    "deprecated" BOOLEAN NOT NULL DEFAULT false,
    "deprecated_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "engine_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "engine_version_archs" (
    "engine_version_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "os" TEXT COLLATE "C" NOT NULL,
    "arch" TEXT COLLATE "C" NOT NULL,
    "url" TEXT NOT NULL,
    "sha" TEXT NOT NULL,

    CONSTRAINT "engine_version_archs_pkey" PRIMARY KEY ("engine_version_id","os","arch")
);

-- CreateTable
CREATE TABLE "workspaces" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "name_key" TEXT COLLATE "C" NOT NULL,
    "description" TEXT,
    "engine_version_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workspaces_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "modules" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "name_key" TEXT COLLATE "C" NOT NULL,
    "provider" TEXT COLLATE "C" NOT NULL,
    "publisher" TEXT NOT NULL DEFAULT '',
    "source_url" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "modules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "module_versions" (
    "id" TEXT NOT NULL,
    "module_id" TEXT NOT NULL,
    "version" TEXT COLLATE "C" NOT NULL,
    "sort_key" TEXT COLLATE "C" NOT NULL,
    "status" "module_version_status" NOT NULL DEFAULT 'pending',
    "error" TEXT,
    "storage_key" TEXT,
    "sha256" TEXT,
    "size" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "published_at" TIMESTAMPTZ(3),

    CONSTRAINT "module_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "taken_module_versions" (
    "organization_id" TEXT NOT NULL,
    "module_key" TEXT COLLATE "C" NOT NULL,
    "sort_key" TEXT COLLATE "C" NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "taken_module_versions_pkey" PRIMARY KEY ("organization_id","module_key","sort_key")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "action" TEXT NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT NOT NULL,
    "credential_id" TEXT,
    "face" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "address" TEXT,
    "organization_id" TEXT,
    "administrator_override" BOOLEAN NOT NULL DEFAULT false,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "subject_name" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "reason" TEXT,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_username_key_key" ON "users"("username_key");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key_key" ON "users"("email_key");

-- CreateIndex
CREATE UNIQUE INDEX "authentication_tokens_token_hash_key" ON "authentication_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "authentication_tokens_user_id_created_at_id_idx" ON "authentication_tokens"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "authentication_tokens_created_by_id_idx" ON "authentication_tokens"("created_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");

-- CreateIndex
CREATE INDEX "sessions_user_id_created_at_idx" ON "sessions"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "organizations_name_key_key" ON "organizations"("name_key");

-- CreateIndex
CREATE UNIQUE INDEX "teams_organization_id_name_key_key" ON "teams"("organization_id", "name_key");

-- CreateIndex
CREATE INDEX "team_members_user_id_idx" ON "team_members"("user_id");

-- CreateIndex
CREATE INDEX "organization_memberships_user_id_idx" ON "organization_memberships"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "organization_memberships_organization_id_user_id_key" ON "organization_memberships"("organization_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "engine_versions_version_key" ON "engine_versions"("version");

-- CreateIndex
CREATE INDEX "engine_versions_sort_key_id_idx" ON "engine_versions"("sort_key" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "engine_version_archs_engine_version_id_position_key" ON "engine_version_archs"("engine_version_id", "position");

-- CreateIndex
CREATE INDEX "workspaces_engine_version_id_name_key_idx" ON "workspaces"("engine_version_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "workspaces_organization_id_name_key_key" ON "workspaces"("organization_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "modules_organization_id_name_key_provider_key" ON "modules"("organization_id", "name_key", "provider");

-- CreateIndex
CREATE UNIQUE INDEX "module_versions_module_id_sort_key_key" ON "module_versions"("module_id", "sort_key");

-- CreateIndex
CREATE INDEX "audit_events_at_idx" ON "audit_events"("at");

-- CreateIndex
CREATE INDEX "audit_events_subject_type_subject_id_idx" ON "audit_events"("subject_type", "subject_id");

-- AddForeignKey
ALTER TABLE "authentication_tokens" ADD CONSTRAINT "authentication_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "authentication_tokens" ADD CONSTRAINT "authentication_tokens_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "teams" ADD CONSTRAINT "teams_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_memberships" ADD CONSTRAINT "organization_memberships_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_memberships" ADD CONSTRAINT "organization_memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "engine_version_archs" ADD CONSTRAINT "engine_version_archs_engine_version_id_fkey" FOREIGN KEY ("engine_version_id") REFERENCES "engine_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_engine_version_id_fkey" FOREIGN KEY ("engine_version_id") REFERENCES "engine_versions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "modules" ADD CONSTRAINT "modules_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "module_versions" ADD CONSTRAINT "module_versions_module_id_fkey" FOREIGN KEY ("module_id") REFERENCES "modules"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A key is its name in lower case, and names keep to their syntax (contract §1).
ALTER TABLE "users"
    ADD CONSTRAINT "users_username_check" CHECK ("username" ~ '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'),
    ADD CONSTRAINT "users_username_key_check" CHECK ("username_key" = lower("username")),
    ADD CONSTRAINT "users_email_key_check" CHECK ("email_key" = lower("email_key"));
ALTER TABLE "organizations"
    ADD CONSTRAINT "organizations_name_check" CHECK ("name" ~ '^[A-Za-z0-9][A-Za-z0-9_-]{2,63}$'),
    ADD CONSTRAINT "organizations_name_key_check" CHECK ("name_key" = lower("name"));
ALTER TABLE "organization_names"
    ADD CONSTRAINT "organization_names_name_key_check" CHECK ("name_key" = lower("name_key"));
ALTER TABLE "teams"
    ADD CONSTRAINT "teams_name_check" CHECK ("name" <> ''),
    ADD CONSTRAINT "teams_name_key_check" CHECK ("name_key" = lower("name"));
ALTER TABLE "workspaces"
    ADD CONSTRAINT "workspaces_name_check" CHECK ("name" ~ '^[A-Za-z0-9_-]{1,64}$'),
    ADD CONSTRAINT "workspaces_name_key_check" CHECK ("name_key" = lower("name"));
ALTER TABLE "modules"
    ADD CONSTRAINT "modules_name_check" CHECK ("name" ~ '^[0-9A-Za-z]([0-9A-Za-z_-]{0,62}[0-9A-Za-z])?$'),
    ADD CONSTRAINT "modules_name_key_check" CHECK ("name_key" = lower("name")),
    ADD CONSTRAINT "modules_provider_check" CHECK ("provider" ~ '^[0-9a-z]{1,64}$');
ALTER TABLE "taken_module_versions"
    ADD CONSTRAINT "taken_module_versions_module_key_check" CHECK ("module_key" = lower("module_key"));

-- There is one set-up token at most, and what expires does so after it began.
ALTER TABLE "setup_tokens"
    ADD CONSTRAINT "setup_tokens_id_check" CHECK ("id" = 1);
ALTER TABLE "authentication_tokens"
    ADD CONSTRAINT "authentication_tokens_expires_at_check" CHECK ("expires_at" > "created_at");
ALTER TABLE "sessions"
    ADD CONSTRAINT "sessions_expires_at_check" CHECK ("expires_at" > "created_at");

-- Engine versions (contract §4).
ALTER TABLE "engine_versions"
    ADD CONSTRAINT "engine_versions_version_check" CHECK (
        length("version") <= 128
        AND "version" ~ '^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-[0-9A-Za-z][0-9A-Za-z.-]*)?$'
    ),
    ADD CONSTRAINT "engine_versions_deprecated_reason_check" CHECK (
        "deprecated_reason" IS NULL OR ("deprecated" AND "deprecated_reason" <> '')
    );
ALTER TABLE "engine_version_archs"
    ADD CONSTRAINT "engine_version_archs_position_check" CHECK ("position" >= 0),
    ADD CONSTRAINT "engine_version_archs_os_check" CHECK ("os" <> ''),
    ADD CONSTRAINT "engine_version_archs_arch_check" CHECK ("arch" <> ''),
    ADD CONSTRAINT "engine_version_archs_url_check" CHECK ("url" ~* '^https?://[^[:space:]]+$'),
    ADD CONSTRAINT "engine_version_archs_sha_check" CHECK ("sha" ~ '^[0-9a-f]{64}$');

-- A published module version is whole: its archive is stored, measured and hashed (contract §7).
ALTER TABLE "module_versions"
    ADD CONSTRAINT "module_versions_sha256_check" CHECK ("sha256" ~ '^[0-9a-f]{64}$'),
    ADD CONSTRAINT "module_versions_size_check" CHECK ("size" >= 0),
    ADD CONSTRAINT "module_versions_published_check" CHECK (
        "status" <> 'ok'
        OR (
            "storage_key" IS NOT NULL
            AND "sha256" IS NOT NULL
            AND "size" IS NOT NULL
            AND "published_at" IS NOT NULL
        )
    );

-- The audit log only grows.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'audit events are append-only: % refused', TG_OP;
END;
$$;

CREATE TRIGGER "audit_events_append_only"
    BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_events"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
