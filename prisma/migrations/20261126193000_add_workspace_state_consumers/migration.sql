-- CreateTable
CREATE TABLE "workspace_state_consumers" (
    "workspace_id" TEXT NOT NULL,
    "consumer_id" TEXT NOT NULL,

    CONSTRAINT "workspace_state_consumers_pkey" PRIMARY KEY ("workspace_id","consumer_id")
);

-- CreateIndex
CREATE INDEX "workspace_state_consumers_consumer_id_idx" ON "workspace_state_consumers"("consumer_id");

-- AddForeignKey
ALTER TABLE "workspace_state_consumers" ADD CONSTRAINT "workspace_state_consumers_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspace_state_consumers" ADD CONSTRAINT "workspace_state_consumers_consumer_id_fkey" FOREIGN KEY ("consumer_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;
