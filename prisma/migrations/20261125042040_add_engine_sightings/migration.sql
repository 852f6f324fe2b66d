-- CreateEnum
CREATE TYPE "engine_policy" AS ENUM ('observe', 'warn', 'refuse');

-- CreateEnum
CREATE TYPE "engine_kind" AS ENUM ('engine', 'fork', 'other');

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "engine_policy" "engine_policy";

-- CreateTable
CREATE TABLE "engine_sightings" (
    "day" DATE NOT NULL,
    "engine" "engine_kind" NOT NULL,
    "version" TEXT COLLATE "C" NOT NULL,
    "credential_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,

    CONSTRAINT "engine_sightings_pkey" PRIMARY KEY ("day","credential_id","engine","version","organization_id")
);

-- CreateIndex
CREATE INDEX "engine_sightings_version_day_idx" ON "engine_sightings"("version", "day");

-- CreateIndex
CREATE INDEX "engine_sightings_organization_id_day_idx" ON "engine_sightings"("organization_id", "day");

ALTER TABLE "engine_sightings"
    ADD CONSTRAINT "engine_sightings_counts_check" CHECK ("requests" >= 0 AND "refused" >= 0);
