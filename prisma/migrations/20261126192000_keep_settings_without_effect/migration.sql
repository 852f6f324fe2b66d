-- What clients set and compare, and get back: one list of names a resource, in the code.
ALTER TABLE "organizations" ADD COLUMN     "kept" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "teams" ADD COLUMN     "kept" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "workspaces" ADD COLUMN     "kept" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "modules" ADD COLUMN     "kept" JSONB NOT NULL DEFAULT '{}';

-- Every release writes it; the workspaces that are there keep theirs.
ALTER TABLE "workspaces" ALTER COLUMN "queue_all_runs" SET DEFAULT false;
