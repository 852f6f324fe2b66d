-- A release that does not know the column opens sessions beside this one: for it they begin with a proof, as they do.
ALTER TABLE "sessions" ADD COLUMN     "authenticated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Sessions live for half a day, so there are few.
UPDATE "sessions" SET "authenticated_at" = "created_at";

-- What the session may do changes with it.
CREATE TRIGGER "sessions_note_authentication" AFTER UPDATE OF "authenticated_at" ON "sessions"
    FOR EACH ROW EXECUTE FUNCTION "note_thing"('credentials');
