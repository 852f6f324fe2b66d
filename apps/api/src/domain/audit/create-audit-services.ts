import type { SharedParts } from '../shared-parts.js'
import { auditLine, type AuditEvent } from './audit-event.js'
import { AuditEventsService, type OrganizationLookup } from './audit-events.service.js'
import { AuditRetentionService, type AuditRetention } from './audit-retention.service.js'
import { AuditService, type AuditFollower } from './audit.service.js'
import { AuditStore } from './audit.store.js'
import { RefusalsService } from './refusals.service.js'

interface AuditInfrastructure extends Pick<SharedParts, 'database' | 'transactions'> {
  /** Writes each committed event as one line; undefined: no line is written. */
  readonly writeLine: ((line: string) => void) | undefined
  readonly retention: AuditRetention
  readonly followers: readonly AuditFollower[]
}

/** Creates what writes the log; what reads it needs the organizations, whose changes are in the log. */
export function createAuditServices(infrastructure: AuditInfrastructure) {
  const { database, transactions, writeLine, retention, followers } = infrastructure
  const store = new AuditStore(database)
  const listener = writeLine && ((event: AuditEvent) => writeLine(auditLine(event)))
  const audit = new AuditService(store, listener, followers)
  return {
    audit,
    refusals: new RefusalsService(transactions, audit),
    auditRetention: new AuditRetentionService(store, transactions, audit, retention),
    auditEventsOf: (organizations: OrganizationLookup) =>
      new AuditEventsService(store, organizations, retention),
  }
}
