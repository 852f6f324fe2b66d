-- CreateTable
CREATE TABLE "module_listing_counts" (
    "organization_id" TEXT NOT NULL,
    "provider" TEXT COLLATE "C" NOT NULL,
    "verified" BOOLEAN NOT NULL,
    "listed" INTEGER NOT NULL,

    CONSTRAINT "module_listing_counts_pkey" PRIMARY KEY ("organization_id","provider","verified"),
    CONSTRAINT "module_listing_counts_listed_check" CHECK ("listed" >= 0)
);

-- AddForeignKey
ALTER TABLE "module_listing_counts" ADD CONSTRAINT "module_listing_counts_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE FUNCTION "count_module_listing_by_kind"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        -- Of two that change kinds the other way round, neither waits for the other for ever.
        PERFORM FROM "module_listing_counts"
        WHERE ("organization_id", "provider", "verified") IN (
            (OLD."organization_id", OLD."provider", OLD."verified"), (NEW."organization_id", NEW."provider", NEW."verified")
        )
        ORDER BY "organization_id", "provider", "verified" FOR UPDATE;
    END IF;
    IF TG_OP <> 'INSERT' THEN
        -- Where the whole organization goes, its counts have gone before.
        UPDATE "module_listing_counts" SET "listed" = "listed" - 1
        WHERE ("organization_id", "provider", "verified") = (OLD."organization_id", OLD."provider", OLD."verified");
        DELETE FROM "module_listing_counts"
        WHERE ("organization_id", "provider", "verified") = (OLD."organization_id", OLD."provider", OLD."verified")
            AND "listed" = 0;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO "module_listing_counts" ("organization_id", "provider", "verified", "listed")
        VALUES (NEW."organization_id", NEW."provider", NEW."verified", 1)
        ON CONFLICT ("organization_id", "provider", "verified")
            DO UPDATE SET "listed" = "module_listing_counts"."listed" + 1;
    END IF;
    RETURN NULL;
END
$$;

-- At the end of the transaction, so that of two publishers of an organization neither waits for the other's work. A new
-- version of a module that is listed counts nothing.
CREATE CONSTRAINT TRIGGER "module_listings_count_by_kind" AFTER INSERT OR DELETE
    ON "module_listings" DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION "count_module_listing_by_kind"();
CREATE CONSTRAINT TRIGGER "module_listings_count_change_by_kind" AFTER UPDATE OF "organization_id", "provider", "verified"
    ON "module_listings" DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (
        (OLD."organization_id", OLD."provider", OLD."verified")
        IS DISTINCT FROM (NEW."organization_id", NEW."provider", NEW."verified")
    )
    EXECUTE FUNCTION "count_module_listing_by_kind"();

-- Where a page begins is remembered until a count changes.
CREATE TRIGGER "module_listing_counts_note_change" AFTER INSERT OR UPDATE OR DELETE ON "module_listing_counts"
    FOR EACH ROW EXECUTE FUNCTION "note_topic"('module-counts');

-- Whoever publishes meanwhile waits for the triggers' lock, so none is counted twice and none is missed.
INSERT INTO "module_listing_counts" ("organization_id", "provider", "verified", "listed")
SELECT "organization_id", "provider", "verified", count(*) FROM "module_listings" GROUP BY 1, 2, 3;

DROP TRIGGER "module_listings_count" ON "module_listings";
DROP FUNCTION "count_module_listing"();

-- contract: it was made on the same day, and no release has read it
DROP TABLE "module_counts";
