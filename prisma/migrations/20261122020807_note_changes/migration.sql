-- Prisma knows no tables that are not logged. A crash may empty this one; it breaks every connection too, and whoever
-- follows the changes trusts nothing from before a connection of its own.
-- A row of its own for each transaction, so that no writer waits for another.
CREATE UNLOGGED TABLE "changes" (
    "transaction" BIGINT NOT NULL,
    "topic" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "changes_pkey" PRIMARY KEY ("transaction","topic")
);

-- A transaction notes a topic once, however many rows it changes. Sequences are handed out in another order than
-- transactions end in; by its number a reader can tell which transactions a snapshot did not see yet.
CREATE FUNCTION "note_change"("topic" text) RETURNS void LANGUAGE sql AS $$
    INSERT INTO "changes" ("transaction", "topic", "at")
    VALUES (pg_current_xact_id()::text::bigint, $1, clock_timestamp())
    ON CONFLICT DO NOTHING
$$;

-- The topic itself.
CREATE FUNCTION "note_topic"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_change(TG_ARGV[0]);
    RETURN NULL;
END
$$;

-- The thing that changed or went. Of a new one nobody remembers anything.
CREATE FUNCTION "note_thing"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_change(TG_ARGV[0] || '/' || OLD."id");
    RETURN NULL;
END
$$;

-- What an organization has of the kind.
CREATE FUNCTION "note_thing_of_organization"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_change(TG_ARGV[0] || '/' || coalesce(NEW."organization_id", OLD."organization_id"));
    IF TG_OP = 'UPDATE' AND NEW."organization_id" <> OLD."organization_id" THEN
        PERFORM note_change(TG_ARGV[0] || '/' || OLD."organization_id");
    END IF;
    RETURN NULL;
END
$$;

-- In the three below: where the module or the provider goes too, its own trigger notes that.
CREATE FUNCTION "note_module_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_change('modules/' || "organization_id") FROM "modules"
    WHERE "id" = coalesce(NEW."module_id", OLD."module_id");
    RETURN NULL;
END
$$;

CREATE FUNCTION "note_module_version_document"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_change('modules/' || m."organization_id")
    FROM "module_versions" v JOIN "modules" m ON m."id" = v."module_id"
    WHERE v."id" = coalesce(NEW."version_id", OLD."version_id");
    RETURN NULL;
END
$$;

CREATE FUNCTION "note_provider_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_change('providers/' || "organization_id") FROM "registry_providers"
    WHERE "id" = coalesce(NEW."provider_id", OLD."provider_id");
    RETURN NULL;
END
$$;

CREATE FUNCTION "note_provider_platform"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note_change('providers/' || p."organization_id")
    FROM "registry_provider_versions" v JOIN "registry_providers" p ON p."id" = v."provider_id"
    WHERE v."id" = coalesce(NEW."version_id", OLD."version_id");
    RETURN NULL;
END
$$;

-- Who asks. That a token or a session was used changes nothing of what it may do.
CREATE TRIGGER "users_note_change" AFTER UPDATE OR DELETE ON "users"
    FOR EACH ROW EXECUTE FUNCTION "note_thing"('users');
CREATE TRIGGER "authentication_tokens_note_change"
    AFTER DELETE OR UPDATE OF "id", "token_hash", "user_id", "team_id", "organization_id", "scopes", "expires_at"
    ON "authentication_tokens" FOR EACH ROW EXECUTE FUNCTION "note_thing"('credentials');
CREATE TRIGGER "sessions_note_change"
    AFTER DELETE OR UPDATE OF "id", "token_hash", "user_id", "expires_at"
    ON "sessions" FOR EACH ROW EXECUTE FUNCTION "note_thing"('credentials');

-- Who belongs to what, and who shares with whom.
CREATE TRIGGER "organizations_note_change" AFTER INSERT OR UPDATE OR DELETE ON "organizations"
    FOR EACH ROW EXECUTE FUNCTION "note_topic"('access');
CREATE TRIGGER "organization_memberships_note_change" AFTER INSERT OR UPDATE OR DELETE ON "organization_memberships"
    FOR EACH ROW EXECUTE FUNCTION "note_topic"('access');
CREATE TRIGGER "teams_note_change" AFTER INSERT OR UPDATE OR DELETE ON "teams"
    FOR EACH ROW EXECUTE FUNCTION "note_topic"('access');
CREATE TRIGGER "team_members_note_change" AFTER INSERT OR UPDATE OR DELETE ON "team_members"
    FOR EACH ROW EXECUTE FUNCTION "note_topic"('access');
CREATE TRIGGER "module_consumers_note_change" AFTER INSERT OR UPDATE OR DELETE ON "module_consumers"
    FOR EACH ROW EXECUTE FUNCTION "note_topic"('access');

-- The versions of the engine, and how often each is used.
CREATE TRIGGER "engine_versions_note_change" AFTER INSERT OR UPDATE OR DELETE ON "engine_versions"
    FOR EACH ROW EXECUTE FUNCTION "note_topic"('engine-versions');
CREATE TRIGGER "engine_version_archs_note_change" AFTER INSERT OR UPDATE OR DELETE ON "engine_version_archs"
    FOR EACH ROW EXECUTE FUNCTION "note_topic"('engine-versions');
CREATE TRIGGER "workspaces_note_change" AFTER INSERT OR DELETE OR UPDATE OF "engine_version_id" ON "workspaces"
    FOR EACH ROW EXECUTE FUNCTION "note_topic"('engine-versions');

-- Modules. Downloads are counted several times a second and may be shown late: they are not noted, so the trigger of
-- the listings names every column but theirs.
CREATE TRIGGER "modules_note_change" AFTER INSERT OR UPDATE OR DELETE ON "modules"
    FOR EACH ROW EXECUTE FUNCTION "note_thing_of_organization"('modules');
CREATE TRIGGER "module_versions_note_change" AFTER INSERT OR UPDATE OR DELETE ON "module_versions"
    FOR EACH ROW EXECUTE FUNCTION "note_module_version"();
CREATE TRIGGER "module_version_documents_note_change" AFTER INSERT OR UPDATE OR DELETE ON "module_version_documents"
    FOR EACH ROW EXECUTE FUNCTION "note_module_version_document"();
CREATE TRIGGER "module_listings_note_change"
    AFTER INSERT OR DELETE OR UPDATE OF "module_id", "organization_id", "namespace", "name", "provider", "version_id",
        "version", "description", "publisher", "source_url", "published_at", "verified", "words"
    ON "module_listings" FOR EACH ROW EXECUTE FUNCTION "note_thing_of_organization"('modules');

-- Providers.
CREATE TRIGGER "registry_providers_note_change" AFTER INSERT OR UPDATE OR DELETE ON "registry_providers"
    FOR EACH ROW EXECUTE FUNCTION "note_thing_of_organization"('providers');
CREATE TRIGGER "registry_provider_versions_note_change"
    AFTER INSERT OR UPDATE OR DELETE ON "registry_provider_versions"
    FOR EACH ROW EXECUTE FUNCTION "note_provider_version"();
CREATE TRIGGER "registry_provider_platforms_note_change"
    AFTER INSERT OR UPDATE OR DELETE ON "registry_provider_platforms"
    FOR EACH ROW EXECUTE FUNCTION "note_provider_platform"();
CREATE TRIGGER "gpg_keys_note_change" AFTER INSERT OR UPDATE OR DELETE ON "gpg_keys"
    FOR EACH ROW EXECUTE FUNCTION "note_thing_of_organization"('providers');
