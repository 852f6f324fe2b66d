import type { Actor } from '../../kernel/actor.js'
import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'
import type { AuditEntry } from './audit.js'

export class AuditStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Returns the ids of the new rows, in their order. */
  async append(ctx: OperationContext, entries: readonly AuditEntry[]): Promise<readonly string[]> {
    const rows = await this.database.of(ctx).auditEvent.createManyAndReturn({
      data: entries.map((entry) => rowOf(ctx, entry)),
      select: { id: true },
    })
    return rows.map(({ id }) => String(id))
  }
}

const rowOf = (ctx: OperationContext, { by = ctx, ...entry }: AuditEntry) => ({
  at: entry.at ?? ctx.clock.now(),
  action: entry.action,
  administratorOverride: entry.administratorOverride ?? false,
  ...actorColumns(by.actor),
  face: by.face,
  requestId: by.requestId,
  address: by.address ?? null,
  organizationId: entry.organizationId ?? null,
  subjectType: entry.subject.type,
  subjectId: entry.subject.id,
  subjectName: entry.subject.name,
  ...(entry.before && { before: plain(entry.before) }),
  ...(entry.after && { after: plain(entry.after) }),
  reason: ctx.reason ?? null,
})

function actorColumns(actor: Actor): {
  actorType: string
  actorId: string | null
  actorName: string
  credentialId: string | null
} {
  switch (actor.type) {
    case 'user':
    case 'team':
    case 'organization':
      return {
        actorType: actor.type,
        actorId: actor.id,
        actorName: actor.name,
        credentialId: actor.credential.id,
      }
    case 'system':
      return { actorType: 'system', actorId: null, actorName: actor.name, credentialId: null }
    case 'anonymous':
      return { actorType: 'nobody', actorId: null, actorName: '', credentialId: null }
  }
}

/** Facts that are left out: where a file is stored is of no use to readers, a member's second factor is private. */
const unrecorded = new Set(['storageKey', 'binaryKey', 'shasumsKey', 'shasumsSigKey', 'hasTwoFactor'])

/** Turns dates into texts, as the log shows them. */
function plain(value: object): object {
  const isShown = (name: string, fact: unknown) => (unrecorded.has(name) ? undefined : fact)
  return JSON.parse(JSON.stringify(value, isShown)) as object
}
