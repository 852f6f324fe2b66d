-- CreateTable
CREATE TABLE "module_readmes" (
    "version_id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "tree" TEXT,
    "refusal" TEXT,

    CONSTRAINT "module_readmes_pkey" PRIMARY KEY ("version_id","path")
);

-- AddForeignKey
ALTER TABLE "module_readmes" ADD CONSTRAINT "module_readmes_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "module_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Either it was rendered or there is a reason.
ALTER TABLE "module_readmes" ADD CONSTRAINT "module_readmes_refusal_check" CHECK (num_nonnulls("tree", "refusal") = 1 AND "refusal" IN ('too-large', 'too-complex'));
