-- The versions that were ever downloaded: lists ask for the distances of these alone.
CREATE TABLE "used_module_versions" (
    "module_id" TEXT NOT NULL,
    "version" TEXT NOT NULL,

    CONSTRAINT "used_module_versions_pkey" PRIMARY KEY ("module_id","version")
);

-- How many changes on the way from one version to another break callers, counted once. Of a version at most so many as it
-- is compared with, so that a module of many versions has no square of rows.
CREATE TABLE "module_version_distances" (
    "from_id" TEXT NOT NULL,
    "to_id" TEXT NOT NULL,
    "breaking_count" INTEGER NOT NULL,

    CONSTRAINT "module_version_distances_pkey" PRIMARY KEY ("from_id","to_id"),
    CONSTRAINT "module_version_distances_breaking_count_check" CHECK ("breaking_count" >= 0)
);

-- The queue of modules whose distances have to be looked through. Only ever added to by those who write versions and
-- downloads, so that none of them waits for another or for the process that counts.
CREATE TABLE "module_distance_requests" (
    "id" BIGSERIAL NOT NULL,
    "module_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "module_distance_requests_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "module_version_distances_to_id_idx" ON "module_version_distances"("to_id");

CREATE INDEX "module_distance_requests_organization_id_id_idx" ON "module_distance_requests"("organization_id", "id");

CREATE INDEX "module_distance_requests_module_id_id_idx" ON "module_distance_requests"("module_id", "id");

ALTER TABLE "used_module_versions" ADD CONSTRAINT "used_module_versions_module_id_fkey" FOREIGN KEY ("module_id") REFERENCES "modules"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "module_version_distances" ADD CONSTRAINT "module_version_distances_from_id_fkey" FOREIGN KEY ("from_id") REFERENCES "module_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "module_version_distances" ADD CONSTRAINT "module_version_distances_to_id_fkey" FOREIGN KEY ("to_id") REFERENCES "module_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "module_distance_requests" ADD CONSTRAINT "module_distance_requests_module_id_fkey" FOREIGN KEY ("module_id") REFERENCES "modules"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Which version can be moved to changes when one is published, when one is revoked or no longer so, and when one is gone.
-- In a deletion of the whole module the module is gone by then.
CREATE FUNCTION "request_module_distances"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO module_distance_requests (module_id, organization_id)
  SELECT id, organization_id FROM modules WHERE id = coalesce(NEW.module_id, OLD.module_id);
  RETURN NULL;
END $$;
CREATE TRIGGER "module_versions_insert_distances" AFTER INSERT ON "module_versions"
  FOR EACH ROW WHEN (NEW.status = 'ok') EXECUTE FUNCTION "request_module_distances"();
CREATE TRIGGER "module_versions_update_distances" AFTER UPDATE OF "status", "deprecation" ON "module_versions"
  FOR EACH ROW WHEN (
    NEW.status IS DISTINCT FROM OLD.status
    OR (NEW.deprecation IS NOT DISTINCT FROM 'revoked') <> (OLD.deprecation IS NOT DISTINCT FROM 'revoked')
  ) EXECUTE FUNCTION "request_module_distances"();
CREATE TRIGGER "module_versions_delete_distances" AFTER DELETE ON "module_versions"
  FOR EACH ROW WHEN (OLD.status = 'ok') EXECUTE FUNCTION "request_module_distances"();

-- And when a version is downloaded for the first time.
CREATE FUNCTION "note_used_module_versions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH added AS (
    INSERT INTO used_module_versions (module_id, version)
    SELECT DISTINCT module_id, version FROM uses ORDER BY module_id, version
    ON CONFLICT DO NOTHING RETURNING module_id
  )
  INSERT INTO module_distance_requests (module_id, organization_id)
  SELECT id, organization_id FROM modules WHERE id IN (SELECT module_id FROM added);
  RETURN NULL;
END $$;
CREATE TRIGGER "module_uses_insert_used_versions" AFTER INSERT ON "module_uses"
  REFERENCING NEW TABLE AS uses FOR EACH STATEMENT EXECUTE FUNCTION "note_used_module_versions"();
