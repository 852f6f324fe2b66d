-- Three more rows of the table in apps/api/load/src/migrations/invalidation-triggers.ts; a test compares them. Requests
-- that are counted once more write no event: of sightings only those of the first request of a day do.
CREATE FUNCTION "invalidate_cache_by_engine_sightings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('engine-sightings');
    RETURN NULL;
END
$$;
CREATE TRIGGER "engine_sightings_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE OF "day", "engine", "version", "credential_id"
    ON "engine_sightings" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_engine_sightings"();

CREATE FUNCTION "invalidate_cache_by_module_listings_downloads"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('downloads/' || "id") FROM (VALUES (OLD."organization_id"), (NEW."organization_id")) AS changed("id")
    WHERE "id" IS NOT NULL;
    RETURN NULL;
END
$$;
CREATE TRIGGER "module_listings_downloads_invalidate_cache" AFTER DELETE OR UPDATE OF "downloads"
    ON "module_listings" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_module_listings_downloads"();

CREATE FUNCTION "invalidate_cache_by_organization_names"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM invalidate_cache_tag('access');
    RETURN NULL;
END
$$;
CREATE TRIGGER "organization_names_invalidate_cache" AFTER INSERT OR DELETE OR UPDATE
    ON "organization_names" FOR EACH ROW EXECUTE FUNCTION "invalidate_cache_by_organization_names"();
