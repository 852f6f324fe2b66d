-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "allow_force_delete_workspaces" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "session_remember" INTEGER,
ADD COLUMN     "session_timeout" INTEGER,
ADD COLUMN     "speculative_plan_management_enabled" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "user_tokens_enabled" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "workspaces" ADD COLUMN     "allow_destroy_plan" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "file_triggers_enabled" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "queue_all_runs" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "speculative_enabled" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "structured_run_output_enabled" BOOLEAN NOT NULL DEFAULT true;

-- Of teams that are there already the owners alone go on managing the tokens.
ALTER TABLE "teams" ADD COLUMN     "allow_member_token_management" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "teams" ALTER COLUMN "allow_member_token_management" SET DEFAULT true;

-- The rules that hold whoever writes.
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_session_timeout_check" CHECK ("session_timeout" > 0);
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_session_remember_check" CHECK ("session_remember" > 0);
