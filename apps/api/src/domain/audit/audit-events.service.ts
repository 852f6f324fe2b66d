import { days, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { found, invalid, notFound, unauthenticated } from '../../kernel/errors.js'
import type { Page, Paged } from '../../kernel/page.js'
import { allows, type Permission } from '../../kernel/permissions.js'
import {
  longestCount,
  mostParts,
  type AuditEvent,
  type AuditEventFilter,
  type AuditEventList,
  type AuditEventOrder,
} from './audit-event.js'
import type { AuditRetention } from './audit-retention.service.js'
import type { AuditStore } from './audit.store.js'

/** A lookup of an organization: throws `not-found` for a caller without the permission in it. */
export interface OrganizationLookup {
  access(ctx: OperationContext, name: string, permission: Permission): Promise<Entered>
  accessById(ctx: OperationContext, id: string, permission: Permission): Promise<Entered>
}

interface Entered {
  readonly organization: { readonly id: string }
}

/** Reads the log: all of it for site administrators, and for the owners of an organization what happened in theirs. */
export class AuditEventsService {
  constructor(
    private readonly store: AuditStore,
    private readonly organizations: OrganizationLookup,
    /** The retention of events, for their readers. */
    readonly retention: AuditRetention,
  ) {}

  /** Lists events; all callers but site administrators have to name an organization. */
  async list(
    ctx: OperationContext,
    filter: AuditEventFilter,
    order: AuditEventOrder,
    page: Page,
  ): Promise<AuditEventList> {
    return this.store.list(ctx, await this.within(ctx, filter), order, page)
  }

  /** Counts what matches within each part of a time; `edges` are where the parts begin, and where the last one ends. */
  async count(
    ctx: OperationContext,
    filter: AuditEventFilter,
    edges: readonly Date[],
  ): Promise<readonly number[]> {
    const within = await this.within(ctx, filter)
    requireEdges(edges)
    return this.store.countParts(ctx, within, edges)
  }

  /** Exports all that matches, in order, a few hundred events at a time; access is decided before the first. */
  async export(
    ctx: OperationContext,
    filter: AuditEventFilter,
    order: AuditEventOrder,
  ): Promise<AsyncIterable<readonly AuditEvent[]>> {
    return this.store.each(ctx, await this.within(ctx, filter), order)
  }

  /** Lists what happened after a moment in the organization whose audit-trails token asks (contract §10). */
  async listTrail(ctx: OperationContext, after: Date | undefined, page: Page): Promise<Paged<AuditEvent>> {
    const organizationId = await this.enterTrail(ctx)
    return this.store.listAll(ctx, { organizationId, from: after && later(after, 1) }, page)
  }

  /** Returns the id of the organization whose trail the caller may read. */
  async enterTrail(ctx: OperationContext): Promise<string> {
    if (ctx.actor.type === 'anonymous') throw unauthenticated()
    if (ctx.actor.type !== 'organization') throw notFound({ denied: 'audit-trail:read' })
    return (await this.organizations.accessById(ctx, ctx.actor.id, 'audit-trail:read')).organization.id
  }

  async find(ctx: OperationContext, id: string): Promise<AuditEvent> {
    if (ctx.actor.type === 'anonymous') throw unauthenticated()
    const event = found(isEventId(id) ? await this.store.find(ctx, id) : undefined)
    if (allows(ctx.actor, 'audit-events:read')) return event
    if (event.organizationId === null) throw notFound({ denied: 'audit-events:read' })
    await this.organizations.accessById(ctx, event.organizationId, 'audit-events:read')
    return event
  }

  /** Restricts the filter to the organization that the caller names. */
  private async within(ctx: OperationContext, filter: AuditEventFilter): Promise<AuditEventFilter> {
    if (ctx.actor.type === 'anonymous') throw unauthenticated()
    if (allows(ctx.actor, 'audit-events:read')) return filter
    const { organization: name = '' } = filter
    const { organization } = await this.organizations.access(ctx, name, 'audit-events:read')
    return { ...filter, organizationId: organization.id }
  }
}

function requireEdges(edges: readonly Date[]): void {
  const [first, last] = [edges[0], edges.at(-1)]
  const rise = edges.every((edge, index) => index === 0 || edge > (edges[index - 1] ?? edge))
  const fits = first && last && last.getTime() - first.getTime() <= days(longestCount)
  if (edges.length < 2 || edges.length > mostParts + 1 || !rise || !fits)
    throw invalid({
      path: ['edges'],
      code: 'INVALID',
      message: `Edges are invalid: 2 to ${mostParts + 1} rising moments within ${longestCount} days`,
    })
}

/** Tells whether it is a number that PostgreSQL can hold in 64 bits. */
const isEventId = (id: string): boolean => /^[1-9]\d{0,17}$/.test(id)
