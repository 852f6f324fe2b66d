import { Arg, Ctx, Extensions, ID, Int, Query, Resolver } from 'type-graphql'
import { longestCount, mostParts, type AuditEventFilter } from '../../domain/audit/audit-event.js'
import type { Order } from '../../kernel/page.js'
import {
  AuditEventConnection,
  AuditEventFilterInput,
  AuditEventOrderInput,
  AuditEventType,
  toAuditEventType,
} from './audit-events.types.js'
import type { GraphqlContext } from '../context.js'
import { PageInput, toConnection, toPage } from '../page.types.js'
import { nullWhenMissing, withoutEmpties } from '../queries.js'

@Resolver()
export class AuditEventsResolver {
  @Query(() => AuditEventConnection, {
    description:
      'For site administrators; for the owners of an organization with its name in the filter, else NOT_FOUND.',
  })
  async auditEvents(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('filter', () => AuditEventFilterInput, { nullable: true }) filter?: AuditEventFilterInput,
    @Arg('orderBy', () => AuditEventOrderInput, { nullable: true }) orderBy?: Order<'at'>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<AuditEventConnection> {
    const order = orderBy?.direction === 'asc' ? 'oldest' : 'newest'
    const list = await services.auditEvents.list(ctx, toFilter(filter), order, toPage(page))
    const keptMonths = services.auditEvents.retention ?? null
    return { ...toConnection(list, toAuditEventType), hasMore: list.hasMore, keptMonths }
  }

  @Extensions({ most: mostParts })
  @Query(() => [Int], {
    description: `How many events there are from each of these moments to the next, for the same callers: ${mostParts} parts within ${longestCount} days at most.`,
  })
  async auditEventCounts(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('edges', () => [Date], { description: 'Where the parts begin, and where the last one ends.' })
    edges: Date[],
    @Arg('filter', () => AuditEventFilterInput, { nullable: true }) filter?: AuditEventFilterInput,
  ): Promise<readonly number[]> {
    return services.auditEvents.count(ctx, toFilter(filter), edges)
  }

  @Query(() => AuditEventType, { nullable: true, description: 'Null also without the permission to see it.' })
  async auditEvent(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<AuditEventType | null> {
    return nullWhenMissing(async () => toAuditEventType(await services.auditEvents.find(ctx, id)))
  }
}

function toFilter(input: AuditEventFilterInput = {}): AuditEventFilter {
  const { target: subject, targetType: subjectType, ...filter } = withoutEmpties(input)
  return { ...filter, subject, subjectType }
}
