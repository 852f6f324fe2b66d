-- CreateTable
CREATE TABLE "release_feed_alarms" (
    "engine_version_id" TEXT NOT NULL,
    "os" TEXT COLLATE "C" NOT NULL,
    "arch" TEXT COLLATE "C" NOT NULL,
    "offered" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "release_feed_alarms_pkey" PRIMARY KEY ("engine_version_id","os","arch")
);

-- AddForeignKey
ALTER TABLE "release_feed_alarms" ADD CONSTRAINT "release_feed_alarms_engine_version_id_fkey" FOREIGN KEY ("engine_version_id") REFERENCES "engine_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "release_feed_alarms"
    ADD CONSTRAINT "release_feed_alarms_offered_check" CHECK ("offered" ~ '^[0-9a-f]{64}$');
