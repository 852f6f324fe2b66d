import type { Prisma } from '../../generated/prisma/client.js'
import { minutes } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { pagedByParent, rangeOf, type Page, type Paged } from '../../kernel/page.js'
import { db, rowsOf } from '../sql.js'
import { selectionOf, type StoreDatabase } from '../store.js'
import { codeMemory, type LoginCode } from './cli-login.js'
import { session, type Session } from './session.js'
import type { User } from '../people/user.js'
import { toUser, userColumns } from '../people/users.store.js'

const columns = selectionOf(session)

type SessionFacts = Pick<Session, 'id' | 'userId' | 'expiresAt' | 'needsTwoFactor' | 'authenticatedAt'>

export interface NewSession extends SessionFacts {
  readonly tokenHash: string
  readonly bySingleSignOn: boolean
}

type NewLoginCode = Omit<LoginCode, 'usedAt' | 'tokenId'> & { readonly codeHash: string }

/** Sessions, and what begins in one: the codes of the CLI's login, and the networks of sign-ins. */
export class SessionsStore {
  constructor(private readonly database: StoreDatabase) {}

  async findByHash(
    ctx: OperationContext,
    tokenHash: string,
  ): Promise<{ session: Session; user: User } | undefined> {
    const row = await this.database.of(ctx).session.findUnique({
      where: { tokenHash },
      select: { ...columns, user: { select: userColumns } },
    })
    if (!row) return undefined
    const { user, ...session } = row
    return { session, user: toUser(user) }
  }

  async find(ctx: OperationContext, id: string): Promise<Session | undefined> {
    return (await this.database.of(ctx).session.findUnique({ where: { id }, select: columns })) ?? undefined
  }

  /** Lists the same page of the sessions of each of these users that are good, the last used first. */
  async listOfUsers(
    ctx: OperationContext,
    userIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<Session>>> {
    const where = { expiresAt: { gt: ctx.clock.now() } }
    const orderBy: Prisma.SessionOrderByWithRelationInput[] = [{ lastUsedAt: 'desc' }, { id: 'asc' }]
    const rows = await this.database.of(ctx).user.findMany({
      where: { id: { in: [...userIds] } },
      select: {
        id: true,
        sessions: { where, orderBy, select: columns, ...rangeOf(page) },
        _count: { select: { sessions: { where } } },
      },
    })
    return pagedByParent(page, rows, ({ sessions, _count }) => [sessions, _count.sessions])
  }

  /** Marks the use, once a minute at most, however many requests come at once. */
  async markUsed(ctx: OperationContext, id: string): Promise<void> {
    const now = ctx.clock.now()
    await this.database.of(ctx).session.updateMany({
      where: { id, lastUsedAt: { lte: new Date(now.getTime() - minutes(1)) } },
      data: { lastUsedAt: now, ...placeOf(ctx) },
    })
  }

  /** Stores a session, and deletes old ones of the same user, so that the table does not grow for ever. */
  async create(ctx: OperationContext, session: NewSession): Promise<Session> {
    const now = ctx.clock.now()
    const sessions = this.database.of(ctx).session
    await sessions.deleteMany({ where: { userId: session.userId, expiresAt: { lte: now } } })
    const data = { ...session, ...placeOf(ctx), createdAt: now, lastUsedAt: now }
    return sessions.create({ data, select: columns })
  }

  async delete(ctx: OperationContext, id: string): Promise<boolean> {
    return (await this.database.of(ctx).session.deleteMany({ where: { id } })).count === 1
  }

  /** Notes that the person has proven again who they are; undefined once the session has ended. */
  async reauthenticate(ctx: OperationContext, id: string): Promise<Session | undefined> {
    const data = { authenticatedAt: ctx.clock.now() }
    const [session] = await this.database
      .of(ctx)
      .session.updateManyAndReturn({ where: { id }, data, select: columns })
    return session
  }

  /** Releases the user's sessions, now that the second factor exists that they needed. */
  async releaseOf(ctx: OperationContext, userId: string): Promise<void> {
    const where = { userId, needsTwoFactor: true }
    await this.database.of(ctx).session.updateMany({ where, data: { needsTwoFactor: false } })
  }

  /** Restricts sessions of a user who needs a second factor from now on, unless they are by single sign-on. */
  async restrictOf(ctx: OperationContext, userId: string): Promise<void> {
    const where = { userId, bySingleSignOn: false }
    await this.database.of(ctx).session.updateMany({ where, data: { needsTwoFactor: true } })
  }

  /** Restricts the sessions of all users who have no second factor. */
  async restrictAll(
    ctx: OperationContext,
    { onlyOfAdministrators }: { readonly onlyOfAdministrators: boolean },
  ): Promise<void> {
    const user = { twoFactorEnabledAt: null, ...(onlyOfAdministrators && { isSiteAdmin: true }) }
    const where = { bySingleSignOn: false, needsTwoFactor: false, user }
    await this.database.of(ctx).session.updateMany({ where, data: { needsTwoFactor: true } })
  }

  /** Deletes all of the user's sessions, or all but one; returns the ids of those that were still good. */
  async deleteOf(ctx: OperationContext, userId: string, butId = ''): Promise<readonly string[]> {
    const now = ctx.clock.now()
    const deletion = db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('id', '<>', butId)
      .returning(['id', 'expires_at as expiresAt'])
    const rows = await rowsOf(this.database.of(ctx), deletion)
    return rows.filter(({ expiresAt }) => expiresAt > now).map(({ id }) => id)
  }

  /** Stores a code of the CLI's login; deletes expired ones that no check needs, so that the table stays small. */
  async createCode(ctx: OperationContext, code: NewLoginCode): Promise<void> {
    const now = ctx.clock.now()
    const codes = this.database.of(ctx).loginCode
    await codes.deleteMany({ where: { expiresAt: { lt: new Date(now.getTime() - codeMemory) } } })
    await codes.create({ data: { ...code, createdAt: now } })
  }

  /** Finds a code, locked until the transaction ends: of many exchanges at once one comes first. */
  async findCodeLocked(ctx: OperationContext, codeHash: string): Promise<LoginCode | undefined> {
    const database = this.database.of(ctx)
    await database.$executeRaw`SELECT code_hash FROM login_codes WHERE code_hash = ${codeHash} FOR UPDATE`
    return (await database.loginCode.findUnique({ where: { codeHash } })) ?? undefined
  }

  async markCodeUsed(ctx: OperationContext, codeHash: string, tokenId?: string): Promise<void> {
    const data = { usedAt: ctx.clock.now(), ...(tokenId !== undefined && { tokenId }) }
    await this.database.of(ctx).loginCode.update({ where: { codeHash }, data })
  }

  /** Deletes codes of the CLI's login that wait for their exchange, of a person or of a session; returns how many. */
  async deleteCodes(
    ctx: OperationContext,
    of: { readonly userId: string } | { readonly madeBy: string },
  ): Promise<number> {
    return (await this.database.of(ctx).loginCode.deleteMany({ where: { ...of, usedAt: null } })).count
  }

  /** Deletes the networks of all users: personal data, each stored for as long as a sign-in from it is no news. */
  async deletePlacesUntil(ctx: OperationContext, until: Date): Promise<void> {
    await this.database.of(ctx).signInPlace.deleteMany({ where: { lastSeenAt: { lte: until } } })
  }

  /** Stores a network; true where it is a new one of the user, for one of many calls at once. */
  async enterPlace(ctx: OperationContext, userId: string, network: string): Promise<boolean> {
    const places = this.database.of(ctx).signInPlace
    const data = { userId, network, lastSeenAt: ctx.clock.now() }
    const { count } = await places.updateMany({ where: { userId, network }, data })
    return count === 0 && (await places.createMany({ data, skipDuplicates: true })).count === 1
  }
}

const placeOf = ({ address, userAgent }: OperationContext) => ({
  address: address ?? null,
  userAgent: userAgent ?? null,
})
