-- Whether the contents of a state are counted, and what is worth telling of it.
ALTER TABLE "state_versions"
  ADD COLUMN "form" TEXT NOT NULL DEFAULT 'counted',
  ADD COLUMN "warnings" TEXT[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT "state_versions_form_is_known" CHECK ("form" IN ('counted', 'unknown', 'encrypted'));

-- Releases before read format 4 alone, and took what they could not read as empty.
UPDATE "state_versions"
SET "form" = 'unknown'
WHERE "status" = 'finalized'
  AND "resource_count" = 0
  AND coalesce(jsonb_array_length("contents"::jsonb -> 'resources'), 0) = 0
  AND ("engine_version" IS NULL OR "engine_version" ~ '^0[.]([0-9]|1[01])[.]');

-- What a client said of the outputs of a state that it is yet to upload stands before all blocks, and holds none.
ALTER TABLE "state_output_blocks"
  DROP CONSTRAINT "state_output_blocks_first_check",
  DROP CONSTRAINT "state_output_blocks_count_check",
  ADD CONSTRAINT "state_output_blocks_first_check" CHECK ("first" >= -1),
  ADD CONSTRAINT "state_output_blocks_count_check"
    CHECK (CASE WHEN "first" = -1 THEN "count" = 0 ELSE "count" BETWEEN 1 AND 1000 END);
