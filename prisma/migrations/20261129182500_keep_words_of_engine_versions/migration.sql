-- A version of a workspace may be written as `latest` or as a constraint. The words stay beside the version that they
-- stand for; null where a number was written, as in every row that is there.
ALTER TABLE "workspaces" ADD COLUMN "engine_version_words" TEXT,
  ADD CONSTRAINT "workspaces_engine_version_words_check"
    CHECK (char_length("engine_version_words") BETWEEN 1 AND 500) NOT VALID;

-- Behind each change of versions the words that are in use are looked through.
CREATE INDEX "workspaces_engine_version_words_idx"
  ON "workspaces" ("engine_version_words", "engine_version_id", "id")
  WHERE "engine_version_words" IS NOT NULL;
