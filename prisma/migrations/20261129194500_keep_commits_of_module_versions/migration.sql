-- The commit that clients name when they create a version of a module.
ALTER TABLE "module_versions" ADD COLUMN "commit_sha" TEXT,
  ADD CONSTRAINT "module_versions_commit_sha_check" CHECK (char_length("commit_sha") BETWEEN 1 AND 255) NOT VALID;
