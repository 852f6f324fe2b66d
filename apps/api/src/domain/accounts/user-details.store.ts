import { sql } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { pagedByParent, rangeOf, type Page, type Paged } from '../../kernel/page.js'
import { db, idsAs, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import { isOwners } from '../teams/team.js'
import type { UserActivity, UserOrganization } from './user-details.js'

/** Selects the last sign-in from the audit log, since sessions are deleted when they end. */
const lastSignedInAt = sql<Date | null>`(
  SELECT at FROM audit_events WHERE actor_id = u.id AND action = 'session.create' ORDER BY at DESC LIMIT 1)`

const lastUse = sql<Date | null>`greatest(
  (SELECT max(last_used_at) FROM sessions WHERE user_id = u.id),
  (SELECT max(last_used_at) FROM authentication_tokens WHERE user_id = u.id))`

export class UserDetailsStore {
  constructor(private readonly database: StoreDatabase) {}

  async activity(
    ctx: OperationContext,
    userIds: readonly string[],
  ): Promise<ReadonlyMap<string, UserActivity>> {
    const asked = db
      .selectFrom(idsAs(userIds, 'u'))
      .select(['u.id', lastSignedInAt.as('lastSignedInAt'), lastUse.as('lastUsedAt')])
    const rows = await rowsOf(this.database.of(ctx), asked)
    return new Map(
      rows.map(({ id, lastSignedInAt, lastUsedAt }) => [
        id,
        { lastSignedInAt, lastActiveAt: later(lastSignedInAt, lastUsedAt) },
      ]),
    )
  }

  /** Lists by name the same page of the organizations that each of these users is a member of. */
  async organizations(
    ctx: OperationContext,
    userIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<UserOrganization>>> {
    const where = { status: 'active' as const }
    const rows = await this.database.of(ctx).user.findMany({
      where: { id: { in: [...userIds] } },
      select: {
        id: true,
        memberships: {
          where,
          orderBy: { organization: { nameKey: 'asc' } },
          select: { organization: { select: { id: true, name: true, isDisabled: true } } },
          ...rangeOf(page),
        },
        teams: {
          orderBy: { team: { name: 'asc' } },
          select: { team: { select: { id: true, name: true, organizationId: true } } },
        },
        _count: { select: { memberships: { where } } },
      },
    })
    return pagedByParent(page, rows, ({ memberships, teams, _count }) => {
      const items = memberships.map(({ organization }) => {
        const own = teams.flatMap(({ team }) => (team.organizationId === organization.id ? [team] : []))
        return {
          ...organization,
          isOwner: own.some(isOwners),
          teams: own.map(({ id, name }) => ({ id, name })),
        }
      })
      return [items, _count.memberships]
    })
  }
}

const later = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one
