-- Names of workspaces have up to 90 characters, as clients give them.
-- contract: every name that it took is taken as before, and the release before reads longer ones
ALTER TABLE "workspaces" DROP CONSTRAINT "workspaces_name_check",
  ADD CONSTRAINT "workspaces_name_check" CHECK ("name" ~ '^[A-Za-z0-9_-]{1,90}$');
