-- CreateTable
CREATE TABLE "module_counts" (
    "organization_id" TEXT NOT NULL,
    "listed" INTEGER NOT NULL,

    CONSTRAINT "module_counts_pkey" PRIMARY KEY ("organization_id"),
    CONSTRAINT "module_counts_listed_check" CHECK ("listed" >= 0)
);

-- AddForeignKey
ALTER TABLE "module_counts" ADD CONSTRAINT "module_counts_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE FUNCTION "count_module_listing"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        -- Where the whole organization goes, its count has gone before.
        UPDATE "module_counts" SET "listed" = "listed" - 1 WHERE "organization_id" = OLD."organization_id";
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO "module_counts" ("organization_id", "listed") VALUES (NEW."organization_id", 1)
        ON CONFLICT ("organization_id") DO UPDATE SET "listed" = "module_counts"."listed" + 1;
    END IF;
    RETURN NULL;
END
$$;

-- At the end of the transaction, so that of two publishers of an organization neither waits for the other's work.
CREATE CONSTRAINT TRIGGER "module_listings_count" AFTER INSERT OR DELETE OR UPDATE OF "organization_id"
    ON "module_listings" DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION "count_module_listing"();

-- Whoever publishes meanwhile waits for the trigger's lock, so none is counted twice and none is missed.
INSERT INTO "module_counts" ("organization_id", "listed")
SELECT "organization_id", count(*) FROM "module_listings" GROUP BY "organization_id";
