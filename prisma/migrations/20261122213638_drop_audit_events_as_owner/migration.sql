-- The role of the running API may write audit events and read them, nothing else. What is older than the log is kept goes
-- by this function of the owner's, which holds three things against each other: the time of the database, how long the log
-- is kept, which the owner alone says, and (by the triggers on the table) the event of the log that names what is dropped.

-- Whole months; null: for ever. The owner replaces it at a start where AUDIT_RETENTION says something else.
CREATE FUNCTION "audit_retention_months"() RETURNS integer LANGUAGE sql STABLE AS 'SELECT NULL::integer';

-- Of the two clocks one may be behind the other, at most by a day.
CREATE FUNCTION "drop_audit_events"("until" timestamptz, "most" integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    "dropped" integer;
BEGIN
    IF ("until" <= (
        date_trunc('month', now() AT TIME ZONE 'UTC' + interval '1 day')
        - make_interval(months => "audit_retention_months"())
    ) AT TIME ZONE 'UTC') IS NOT TRUE THEN
        RAISE EXCEPTION 'audit events are append-only: the log is kept for longer';
    END IF;
    DELETE FROM "audit_events" WHERE "id" IN (
        SELECT "id" FROM "audit_events" WHERE "at" < "until" ORDER BY "at", "id" LIMIT "most"
    );
    GET DIAGNOSTICS "dropped" = ROW_COUNT;
    RETURN "dropped";
END;
$$;

REVOKE ALL ON FUNCTION "drop_audit_events"(timestamptz, integer) FROM PUBLIC;

-- Within it nothing that its caller made, not even a temporary table, stands for what is meant.
DO $$
BEGIN
    EXECUTE format(
        'ALTER FUNCTION "drop_audit_events"(timestamptz, integer) SET search_path = pg_catalog, %I, pg_temp',
        current_schema()
    );
END;
$$;
