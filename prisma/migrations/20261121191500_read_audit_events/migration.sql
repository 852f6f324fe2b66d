-- Their successors lead by the same facts, in the order that the log is read in.
-- DropIndex
DROP INDEX "audit_events_at_idx";

-- DropIndex
DROP INDEX "audit_events_subject_type_subject_id_idx";

-- CreateIndex
CREATE INDEX "audit_events_at_id_idx" ON "audit_events"("at", "id");

-- CreateIndex
CREATE INDEX "audit_events_organization_id_at_id_idx" ON "audit_events"("organization_id", "at", "id");

-- CreateIndex
CREATE INDEX "audit_events_actor_id_at_id_idx" ON "audit_events"("actor_id", "at", "id");

-- CreateIndex
CREATE INDEX "audit_events_subject_id_at_id_idx" ON "audit_events"("subject_id", "at", "id");

-- CreateIndex
CREATE INDEX "audit_events_action_at_id_idx" ON "audit_events"("action", "at", "id");

-- CreateIndex
CREATE INDEX "audit_events_credential_id_idx" ON "audit_events"("credential_id");

-- CreateIndex
CREATE INDEX "audit_events_request_id_idx" ON "audit_events"("request_id");

-- CreateIndex
CREATE INDEX "audit_events_texts_idx" ON "audit_events" USING GIN ("action" gin_trgm_ops, "actor_name" gin_trgm_ops, "subject_name" gin_trgm_ops, "reason" gin_trgm_ops, "address" gin_trgm_ops);

-- Names are found in any case.
CREATE INDEX "audit_events_actor_name_idx" ON "audit_events"(lower("actor_name"));
CREATE INDEX "audit_events_subject_name_idx" ON "audit_events"(lower("subject_name"));
