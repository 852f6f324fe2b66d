-- The audit log only grows, but for whole months that are older than it is kept. What is deleted has to be named by an
-- event of the log itself, audit-log.drop, whose month was over when it was written: so nothing goes unnoticed, and the
-- event about it stays. This stands in the way of mistakes and of SQL that comes in by some hole; whoever owns the
-- database can take the triggers away.
CREATE FUNCTION "refuse_undeclared_audit_drop"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "until" timestamptz;
BEGIN
    SELECT ("after"->>'until')::timestamptz INTO "until"
    FROM "audit_events"
    WHERE "action" = 'audit-log.drop' AND "actor_type" = 'system'
    ORDER BY "at" DESC, "id" DESC LIMIT 1;
    IF EXISTS (SELECT FROM "dropped" WHERE "until" IS NULL OR "at" >= "until") THEN
        RAISE EXCEPTION 'audit events are append-only: DELETE refused';
    END IF;
    RETURN NULL;
END;
$$;

CREATE TRIGGER "audit_events_drop_is_declared"
    AFTER DELETE ON "audit_events" REFERENCING OLD TABLE AS "dropped"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_undeclared_audit_drop"();

DROP TRIGGER "audit_events_append_only" ON "audit_events";

CREATE TRIGGER "audit_events_append_only"
    BEFORE UPDATE OR TRUNCATE ON "audit_events"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();

-- An event that lets months be dropped names the begin of a month, in UTC, that had begun when it was written. There is
-- none from before this migration, so nothing needs to be looked through.
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_drop_is_of_whole_months" CHECK (
    "action" <> 'audit-log.drop'
    OR (
        "actor_type" = 'system'
        AND coalesce("after"->>'until', '') ~ '^\d{4}-\d\d-01T00:00:00\.000Z$'
        AND "after"->>'until' <= to_char("at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    )
) NOT VALID;
