import type { Actor } from '../../kernel/actor.js'
import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'
import type { AuditEntry } from './audit.js'

export class AuditStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Returns the id of the new row. */
  async append(ctx: OperationContext, entry: AuditEntry): Promise<string> {
    const { id } = await this.database.of(ctx).auditEvent.create({
      data: {
        at: entry.at ?? ctx.clock.now(),
        action: entry.action,
        administratorOverride: entry.administratorOverride ?? false,
        ...actorColumns(ctx.actor),
        face: ctx.face,
        requestId: ctx.requestId,
        address: ctx.address ?? null,
        organizationId: entry.organizationId ?? null,
        subjectType: entry.subject.type,
        subjectId: entry.subject.id,
        subjectName: entry.subject.name,
        ...(entry.before && { before: plain(entry.before) }),
        ...(entry.after && { after: plain(entry.after) }),
        reason: ctx.reason ?? null,
      },
      select: { id: true },
    })
    return String(id)
  }
}

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
    case 'nobody':
      return { actorType: 'nobody', actorId: null, actorName: '', credentialId: null }
  }
}

/** Dates become texts, as they will read in the log. */
function plain(value: object): object {
  return JSON.parse(JSON.stringify(value)) as object
}
