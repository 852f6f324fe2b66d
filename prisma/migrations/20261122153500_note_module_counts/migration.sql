-- How many modules there are, published or not, is remembered until one comes or goes, or is verified. That one of them
-- is listed is noted where it is counted.
CREATE TRIGGER "modules_note_count" AFTER INSERT OR DELETE ON "modules"
    FOR EACH ROW EXECUTE FUNCTION "note_topic"('module-counts');
CREATE TRIGGER "modules_note_verified" AFTER UPDATE OF "verified" ON "modules"
    FOR EACH ROW WHEN (OLD."verified" IS DISTINCT FROM NEW."verified") EXECUTE FUNCTION "note_topic"('module-counts');
