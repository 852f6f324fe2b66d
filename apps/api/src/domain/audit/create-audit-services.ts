import type { Transactions } from '../../kernel/transaction.js'
import type { StoreDatabase } from '../store.js'
import type { AuditEvent } from './audit-event.js'
import { AuditEventsService, type OrganizationLookup } from './audit-events.service.js'
import { AuditEventsStore } from './audit-events.store.js'
import { AuditRetentionService } from './audit-retention.service.js'
import { AuditRetentionStore } from './audit-retention.store.js'
import type { AuditRetention } from './audit-retention.js'
import { auditLine } from './audit-row.js'
import { AuditService, type AuditFollower } from './audit.service.js'
import { AuditStore } from './audit.store.js'
import { RefusalsService } from './refusals.service.js'

interface AuditInfrastructure {
  readonly database: StoreDatabase
  readonly transactions: Transactions
  /** Writes each committed event as a line of its own; undefined for none. */
  readonly writeLine: ((line: string) => void) | undefined
  readonly retention: AuditRetention
  readonly follower: AuditFollower
}

/** Creates what writes the log; what reads it needs the organizations, whose changes are in the log. */
export function createAuditServices(infrastructure: AuditInfrastructure) {
  const { database, transactions, writeLine, retention, follower } = infrastructure
  const events = new AuditEventsStore(database)
  const listener = writeLine && { events, receive: (event: AuditEvent) => writeLine(auditLine(event)) }
  const audit = new AuditService(new AuditStore(database), listener, follower)
  return {
    audit,
    refusals: new RefusalsService(transactions, audit),
    auditRetention: new AuditRetentionService(
      new AuditRetentionStore(database),
      transactions,
      audit,
      retention,
    ),
    auditEventsOf: (organizations: OrganizationLookup) =>
      new AuditEventsService(events, organizations, retention),
  }
}
