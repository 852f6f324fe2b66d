-- AlterTable
ALTER TABLE "state_versions" ADD COLUMN     "providers" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateIndex
CREATE INDEX "state_versions_providers_idx" ON "state_versions" USING GIN ("providers");

-- Of one version of the engine.
CREATE INDEX "state_versions_current_engine_version_idx" ON "state_versions"("engine_version") WHERE "is_current";
