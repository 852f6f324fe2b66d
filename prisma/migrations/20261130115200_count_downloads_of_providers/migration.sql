-- AlterTable
ALTER TABLE "registry_providers" ADD COLUMN     "source_url" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "provider_downloads" (
    "provider_id" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "credential_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "provider_downloads_pkey" PRIMARY KEY ("provider_id","day","version","credential_id","organization_id")
);

-- CreateTable
CREATE TABLE "provider_version_downloads" (
    "provider_id" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "provider_version_downloads_pkey" PRIMARY KEY ("provider_id","version")
);

-- AddForeignKey
ALTER TABLE "provider_downloads" ADD CONSTRAINT "provider_downloads_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "registry_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_version_downloads" ADD CONSTRAINT "provider_version_downloads_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "registry_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "provider_downloads" ADD CONSTRAINT "provider_downloads_count_check" CHECK ("count" > 0);
ALTER TABLE "provider_version_downloads" ADD CONSTRAINT "provider_version_downloads_count_check" CHECK ("count" > 0);
