-- CreateTable
CREATE TABLE "provider_docs_changes" (
    "version_id" TEXT NOT NULL,
    "from_version" TEXT NOT NULL,
    "added" INTEGER NOT NULL,
    "removed" INTEGER NOT NULL,
    "changed" INTEGER NOT NULL,
    "pages" JSONB NOT NULL,

    CONSTRAINT "provider_docs_changes_pkey" PRIMARY KEY ("version_id")
);

-- AddForeignKey
ALTER TABLE "provider_docs_changes" ADD CONSTRAINT "provider_docs_changes_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "registry_provider_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
