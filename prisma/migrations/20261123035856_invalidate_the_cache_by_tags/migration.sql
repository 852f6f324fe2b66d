-- The maintenance says "lease", and the cache says "tag" and "invalidation" (docs/GLOSSARY.md). No release has read the
-- tables under their old names.

-- contract: no release has read it
ALTER TABLE "upkeep_turns" RENAME TO "job_leases";
-- contract: no release has read it
ALTER TABLE "job_leases" RENAME CONSTRAINT "upkeep_turns_pkey" TO "job_leases_pkey";

-- What invalidated the cache before, and the counts of listed modules, which nothing reads any more.
DROP TRIGGER "users_note_change" ON "users";
DROP TRIGGER "user_identities_note_change" ON "user_identities";
DROP TRIGGER "authentication_tokens_note_change" ON "authentication_tokens";
DROP TRIGGER "sessions_note_change" ON "sessions";
DROP TRIGGER "sessions_note_two_factor" ON "sessions";
DROP TRIGGER "sessions_note_authentication" ON "sessions";
DROP TRIGGER "organizations_note_change" ON "organizations";
DROP TRIGGER "organization_memberships_note_change" ON "organization_memberships";
DROP TRIGGER "teams_note_change" ON "teams";
DROP TRIGGER "team_members_note_change" ON "team_members";
DROP TRIGGER "module_consumers_note_change" ON "module_consumers";
DROP TRIGGER "engine_versions_note_change" ON "engine_versions";
DROP TRIGGER "engine_version_archs_note_change" ON "engine_version_archs";
DROP TRIGGER "workspaces_note_change" ON "workspaces";
DROP TRIGGER "modules_note_change" ON "modules";
DROP TRIGGER "modules_note_count" ON "modules";
DROP TRIGGER "modules_note_verified" ON "modules";
DROP TRIGGER "module_versions_note_change" ON "module_versions";
DROP TRIGGER "module_version_documents_note_change" ON "module_version_documents";
DROP TRIGGER "module_listings_note_change" ON "module_listings";
DROP TRIGGER "module_listings_count_by_kind" ON "module_listings";
DROP TRIGGER "module_listings_count_change_by_kind" ON "module_listings";
DROP TRIGGER "registry_providers_note_change" ON "registry_providers";
DROP TRIGGER "registry_provider_versions_note_change" ON "registry_provider_versions";
DROP TRIGGER "registry_provider_platforms_note_change" ON "registry_provider_platforms";
DROP TRIGGER "gpg_keys_note_change" ON "gpg_keys";
-- contract: no release has read it
DROP TABLE "module_listing_counts";
-- contract: no release has read it
DROP TABLE "changes";
DROP FUNCTION "note_topic"();
DROP FUNCTION "note_thing"();
DROP FUNCTION "note_thing_of_organization"();
DROP FUNCTION "note_module_version"();
DROP FUNCTION "note_module_version_document"();
DROP FUNCTION "note_provider_version"();
DROP FUNCTION "note_provider_platform"();
DROP FUNCTION "note_user_identity"();
DROP FUNCTION "note_change"(text);
DROP FUNCTION "count_module_listing_by_kind"();

-- Prisma knows no tables that are not logged. A crash may empty this one; it breaks every connection too, and a
-- subscriber trusts nothing from before a connection of its own.
-- A row of its own for each transaction, so that no writer waits for another.
CREATE UNLOGGED TABLE "invalidation_events" (
    "transaction" BIGINT NOT NULL,
    "tag" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invalidation_events_pkey" PRIMARY KEY ("transaction","tag")
);

-- A transaction invalidates a tag once, however many rows it changes. Sequences are handed out in another order than
-- transactions end in; by its number a reader can tell which transactions a snapshot did not see yet.
CREATE FUNCTION "invalidate_cache_tag"("tag" text) RETURNS void LANGUAGE sql AS $$
    INSERT INTO "invalidation_events" ("transaction", "tag", "at")
    VALUES (pg_current_xact_id()::text::bigint, $1, clock_timestamp())
    ON CONFLICT DO NOTHING
$$;

-- One function and one trigger for each row of the table in apps/api/src/adapters/database/invalidation-triggers.ts; a
-- test compares them.
CREATE FUNCTION "invalidate_cache_by_users"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('users/' || "id") FROM (VALUES (OLD."id"), (NEW."id")) AS changed("id")
    WHERE "id" IS NOT NULL;
    RETURN NULL;
END
$$;
CREATE TRIGGER "users_invalidate_cache" AFTER DELETE OR UPDATE
    ON "users" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_users"();

CREATE FUNCTION "invalidate_cache_by_user_identities"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('users/' || "id") FROM (VALUES (OLD."user_id"), (NEW."user_id")) AS changed("id")
    WHERE "id" IS NOT NULL;
    RETURN NULL;
END
$$;
CREATE TRIGGER "user_identities_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE OF "user_id", "last_signed_in_at"
    ON "user_identities" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_user_identities"();

CREATE FUNCTION "invalidate_cache_by_authentication_tokens"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('credentials/' || "id") FROM (VALUES (OLD."id"), (NEW."id")) AS changed("id")
    WHERE "id" IS NOT NULL;
    RETURN NULL;
END
$$;
CREATE TRIGGER "authentication_tokens_invalidate_cache" AFTER DELETE OR UPDATE OF "id", "token_hash", "user_id", "team_id", "organization_id", "scopes", "expires_at"
    ON "authentication_tokens" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_authentication_tokens"();

CREATE FUNCTION "invalidate_cache_by_sessions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('credentials/' || "id") FROM (VALUES (OLD."id"), (NEW."id")) AS changed("id")
    WHERE "id" IS NOT NULL;
    RETURN NULL;
END
$$;
CREATE TRIGGER "sessions_invalidate_cache" AFTER DELETE OR UPDATE OF "id", "token_hash", "user_id", "expires_at", "needs_two_factor", "authenticated_at"
    ON "sessions" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_sessions"();

CREATE FUNCTION "invalidate_cache_by_organizations"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('access');
    RETURN NULL;
END
$$;
CREATE TRIGGER "organizations_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE
    ON "organizations" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_organizations"();

CREATE FUNCTION "invalidate_cache_by_organization_memberships"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('access');
    RETURN NULL;
END
$$;
CREATE TRIGGER "organization_memberships_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE
    ON "organization_memberships" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_organization_memberships"();

CREATE FUNCTION "invalidate_cache_by_teams"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('access');
    RETURN NULL;
END
$$;
CREATE TRIGGER "teams_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE
    ON "teams" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_teams"();

CREATE FUNCTION "invalidate_cache_by_team_members"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('access');
    RETURN NULL;
END
$$;
CREATE TRIGGER "team_members_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE
    ON "team_members" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_team_members"();

CREATE FUNCTION "invalidate_cache_by_module_consumers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('access');
    RETURN NULL;
END
$$;
CREATE TRIGGER "module_consumers_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE
    ON "module_consumers" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_module_consumers"();

CREATE FUNCTION "invalidate_cache_by_engine_versions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('engine-versions');
    RETURN NULL;
END
$$;
CREATE TRIGGER "engine_versions_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE
    ON "engine_versions" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_engine_versions"();

CREATE FUNCTION "invalidate_cache_by_engine_version_archs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('engine-versions');
    RETURN NULL;
END
$$;
CREATE TRIGGER "engine_version_archs_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE
    ON "engine_version_archs" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_engine_version_archs"();

CREATE FUNCTION "invalidate_cache_by_workspaces"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('engine-versions');
    RETURN NULL;
END
$$;
CREATE TRIGGER "workspaces_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE OF "engine_version_id"
    ON "workspaces" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_workspaces"();

CREATE FUNCTION "invalidate_cache_by_modules"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('modules/' || "id") FROM (VALUES (OLD."organization_id"), (NEW."organization_id")) AS changed("id")
    WHERE "id" IS NOT NULL;
    RETURN NULL;
END
$$;
CREATE TRIGGER "modules_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE
    ON "modules" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_modules"();

CREATE FUNCTION "invalidate_cache_by_module_versions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('modules/' || "id")
    FROM (SELECT "organization_id" AS id FROM "modules" WHERE "id" IN (OLD."module_id", NEW."module_id")) AS changed;
    RETURN NULL;
END
$$;
CREATE TRIGGER "module_versions_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE
    ON "module_versions" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_module_versions"();

CREATE FUNCTION "invalidate_cache_by_module_version_documents"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('modules/' || "id")
    FROM (SELECT m."organization_id" AS id FROM "module_versions" v JOIN "modules" m ON m."id" = v."module_id" WHERE v."id" IN (OLD."version_id", NEW."version_id")) AS changed;
    RETURN NULL;
END
$$;
CREATE TRIGGER "module_version_documents_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE
    ON "module_version_documents" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_module_version_documents"();

CREATE FUNCTION "invalidate_cache_by_module_listings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('modules/' || "id") FROM (VALUES (OLD."organization_id"), (NEW."organization_id")) AS changed("id")
    WHERE "id" IS NOT NULL;
    RETURN NULL;
END
$$;
CREATE TRIGGER "module_listings_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE OF "module_id", "organization_id", "namespace", "name", "provider", "version_id", "version", "description", "publisher", "source_url", "published_at", "verified", "words"
    ON "module_listings" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_module_listings"();

CREATE FUNCTION "invalidate_cache_by_registry_providers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('providers/' || "id") FROM (VALUES (OLD."organization_id"), (NEW."organization_id")) AS changed("id")
    WHERE "id" IS NOT NULL;
    RETURN NULL;
END
$$;
CREATE TRIGGER "registry_providers_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE
    ON "registry_providers" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_registry_providers"();

CREATE FUNCTION "invalidate_cache_by_registry_provider_versions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('providers/' || "id")
    FROM (SELECT "organization_id" AS id FROM "registry_providers" WHERE "id" IN (OLD."provider_id", NEW."provider_id")) AS changed;
    RETURN NULL;
END
$$;
CREATE TRIGGER "registry_provider_versions_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE
    ON "registry_provider_versions" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_registry_provider_versions"();

CREATE FUNCTION "invalidate_cache_by_registry_provider_platforms"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('providers/' || "id")
    FROM (SELECT p."organization_id" AS id FROM "registry_provider_versions" v JOIN "registry_providers" p ON p."id" = v."provider_id" WHERE v."id" IN (OLD."version_id", NEW."version_id")) AS changed;
    RETURN NULL;
END
$$;
CREATE TRIGGER "registry_provider_platforms_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE
    ON "registry_provider_platforms" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_registry_provider_platforms"();

CREATE FUNCTION "invalidate_cache_by_gpg_keys"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('providers/' || "id") FROM (VALUES (OLD."organization_id"), (NEW."organization_id")) AS changed("id")
    WHERE "id" IS NOT NULL;
    RETURN NULL;
END
$$;
CREATE TRIGGER "gpg_keys_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE
    ON "gpg_keys" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_gpg_keys"();
