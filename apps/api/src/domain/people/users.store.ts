import type { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid } from '../../kernel/errors.js'
import { paged, sortedBy, type OrderedPage, type Orders, type Paged } from '../../kernel/page.js'
import { literally } from '../../kernel/search.js'
import { openTo } from '../organizations/organizations.store.js'
import { db, rowsOf } from '../sql.js'
import { selectionOf, type StoreDatabase } from '../store.js'
import type { EmailProof } from './email-address.js'
import { user, type User, type UserFilter, type UserOrder } from './user.js'

export const userColumns = selectionOf(user)

type Row = Prisma.UserGetPayload<{ select: typeof userColumns }>

/** Casts the proof: a check of the database allows no other values. */
export const toUser = (row: Row): User => row as User

const orders: Orders<UserOrder, Prisma.UserOrderByWithRelationInput[]> = {
  username: (along) => [{ usernameKey: along }],
  email: (along) => [{ emailKey: along }],
  created: (along) => [{ createdAt: along }, { id: along }],
}

interface NewUser extends Pick<User, 'id' | 'username' | 'email' | 'emailProof' | 'isSiteAdmin'> {
  readonly passwordHash: string | null
}

export interface UserFacts {
  readonly username?: string | undefined
  readonly email?: string | null | undefined
  /** The proof of the address that the user has now; unchanged where it is absent. */
  readonly emailProof?: EmailProof | null | undefined
  readonly passwordHash?: string
  readonly isSiteAdmin?: boolean
  readonly suspendedAt?: Date | null
}

interface StoredTwoFactor {
  /** The secret, sealed. */
  readonly twoFactorSecret: string | null
  readonly twoFactorEnabledAt: Date | null
  readonly twoFactorStep: number | null
}

export class UsersStore {
  constructor(private readonly database: StoreDatabase) {}

  async list(ctx: OperationContext, filter: UserFilter, page: OrderedPage<UserOrder>): Promise<Paged<User>> {
    const { user } = this.database.of(ctx)
    const where = toWhere(filter)
    const orderBy = sortedBy(page, orders, [{ username: 'asc' }])
    return paged(
      page,
      () => user.count({ where }),
      async (range) => (await user.findMany({ where, orderBy, select: userColumns, ...range })).map(toUser),
    )
  }

  async listMatching(
    ctx: OperationContext,
    filter: UserFilter,
    behind: string,
    most: number,
  ): Promise<readonly Pick<User, 'id' | 'username'>[]> {
    return this.database.of(ctx).user.findMany({
      where: { ...toWhere(filter), id: { gt: behind } },
      select: { id: true, username: true },
      orderBy: { id: 'asc' },
      take: most,
    })
  }

  async find(ctx: OperationContext, id: string): Promise<User | undefined> {
    const row = await this.database.of(ctx).user.findUnique({ where: { id }, select: userColumns })
    return row ? toUser(row) : undefined
  }

  /** Finds users who belong to this enabled organization, or to one of those that this other user belongs to. */
  async findColleagues(
    ctx: OperationContext,
    ids: readonly string[],
    of: { readonly userId: string } | { readonly organizationId: string },
  ): Promise<User[]> {
    const organization: Prisma.OrganizationWhereInput = {
      ...openTo(ctx.actor),
      ...('userId' in of ? { memberships: { some: of } } : { id: of.organizationId }),
    }
    const where = { id: { in: [...ids] }, memberships: { some: { organization } } }
    return (await this.database.of(ctx).user.findMany({ where, select: userColumns })).map(toUser)
  }

  /** Finds users, sorted by user name. */
  async findMany(ctx: OperationContext, ids: readonly string[]): Promise<User[]> {
    const where = { id: { in: [...ids] } }
    const orderBy = { usernameKey: 'asc' } as const
    return (await this.database.of(ctx).user.findMany({ where, orderBy, select: userColumns })).map(toUser)
  }

  async findByEmail(ctx: OperationContext, email: string): Promise<User | undefined> {
    const where = { emailKey: email.toLowerCase() }
    const row = await this.database.of(ctx).user.findUnique({ where, select: userColumns })
    return row ? toUser(row) : undefined
  }

  /** Locks the address before any user, until the transaction ends: no other gives it to a user or takes it. */
  async lockEmail(ctx: OperationContext, email: string): Promise<void> {
    const key = `email ${email.toLowerCase()}`
    await this.database.of(ctx).$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`
  }

  async findByEmailLocked(ctx: OperationContext, email: string): Promise<User | undefined> {
    const key = email.toLowerCase()
    await this.database.of(ctx).$executeRaw`SELECT id FROM users WHERE email_key = ${key} FOR NO KEY UPDATE`
    return this.findByEmail(ctx, email)
  }

  /** Finds users by the names as they were asked for, in any case; none is deleted before the transaction ends. */
  async lockNamed(ctx: OperationContext, names: readonly string[]): Promise<ReadonlyMap<string, User>> {
    const keys = names.map((name) => name.toLowerCase())
    const database = this.database.of(ctx)
    await database.$executeRaw`SELECT id FROM users WHERE username_key = ANY(${keys}) ORDER BY id FOR KEY SHARE`
    const users = await database.user.findMany({ where: { usernameKey: { in: keys } }, select: userColumns })
    const byKey = new Map(users.map((user) => [user.username.toLowerCase(), toUser(user)]))
    return new Map(
      names.flatMap((name) => {
        const user = byKey.get(name.toLowerCase())
        return user ? [[name, user]] : []
      }),
    )
  }

  /**
   * Locks the user until the transaction ends, so that it does not change. Rows that refer to it may still be written,
   * as its own change does: under a stronger lock two of these would wait for each other.
   */
  async findLocked(ctx: OperationContext, id: string): Promise<User | undefined> {
    await this.database.of(ctx).$executeRaw`SELECT id FROM users WHERE id = ${id} FOR NO KEY UPDATE`
    return this.find(ctx, id)
  }

  /** Locks the user while its access is removed: its running writes finish first, and it starts no others. */
  async findHeld(ctx: OperationContext, id: string): Promise<User | undefined> {
    await this.database.of(ctx).$executeRaw`SELECT id FROM users WHERE id = ${id} FOR UPDATE`
    return this.find(ctx, id)
  }

  /** Locks every active site administrator until the transaction ends, so that no two of them go at once. */
  async lockAdministrators(ctx: OperationContext): Promise<number> {
    return this.database.of(ctx).$executeRaw`
      SELECT id FROM users WHERE is_site_admin AND suspended_at IS NULL ORDER BY id FOR NO KEY UPDATE`
  }

  async isEmpty(ctx: OperationContext): Promise<boolean> {
    return (await this.database.of(ctx).user.findFirst({ select: { id: true } })) === null
  }

  async findPasswordHash(ctx: OperationContext, id: string): Promise<string | null> {
    const user = await this.database
      .of(ctx)
      .user.findUnique({ where: { id }, select: { passwordHash: true } })
    return user?.passwordHash ?? null
  }

  /** Finds a user by user name or verified e-mail address, in any case; a user name wins. */
  async findByLogin(
    ctx: OperationContext,
    login: string,
  ): Promise<{ user: User; passwordHash: string | null } | undefined> {
    const key = login.toLowerCase()
    const users = this.database.of(ctx).user
    const select = { ...userColumns, passwordHash: true } as const
    const row =
      (await users.findUnique({ where: { usernameKey: key }, select })) ??
      (await users.findUnique({ where: { emailKey: key, emailProof: { not: null } }, select }))
    if (!row) return undefined
    const { passwordHash, ...user } = row
    return { user: toUser(user), passwordHash }
  }

  async create(ctx: OperationContext, user: NewUser): Promise<User> {
    const now = ctx.clock.now()
    const data = {
      ...user,
      usernameKey: user.username.toLowerCase(),
      emailKey: user.email?.toLowerCase() ?? null,
      emailVerifiedAt: user.emailProof === null ? null : now,
      createdAt: now,
      updatedAt: now,
    }
    return this.write(() => this.database.of(ctx).user.create({ data, select: userColumns }))
  }

  async update(ctx: OperationContext, id: string, facts: UserFacts): Promise<User> {
    const { username, email, emailProof, ...rest } = facts
    const now = ctx.clock.now()
    const data = {
      ...rest,
      ...(username !== undefined && { username, usernameKey: username.toLowerCase() }),
      ...(email !== undefined && { email, emailKey: email?.toLowerCase() ?? null }),
      ...(emailProof !== undefined && { emailProof, emailVerifiedAt: emailProof === null ? null : now }),
      updatedAt: now,
    }
    return this.write(() => this.database.of(ctx).user.update({ where: { id }, data, select: userColumns }))
  }

  /** Records the first sign-in; true where this user had no known one before. */
  async noteFirstSignIn(ctx: OperationContext, id: string): Promise<boolean> {
    const where = { id, firstSignedInAt: null }
    const data = { firstSignedInAt: ctx.clock.now() }
    return (await this.database.of(ctx).user.updateMany({ where, data })).count === 1
  }

  /** Deletes the user with its tokens, sessions and memberships. */
  async delete(ctx: OperationContext, id: string): Promise<boolean> {
    return (await this.database.of(ctx).user.deleteMany({ where: { id } })).count === 1
  }

  /** Finds the second factor, locked until the transaction ends: of many uses of one code at once one counts. */
  async findTwoFactorLocked(ctx: OperationContext, userId: string): Promise<StoredTwoFactor | undefined> {
    const user = db
      .selectFrom('users')
      .select([
        'two_factor_secret as twoFactorSecret',
        'two_factor_enabled_at as twoFactorEnabledAt',
        'two_factor_step as twoFactorStep',
      ])
      .where('id', '=', userId)
      .forNoKeyUpdate()
    return (await rowsOf(this.database.of(ctx), user))[0]
  }

  async updateTwoFactor(
    ctx: OperationContext,
    userId: string,
    change: Partial<StoredTwoFactor>,
  ): Promise<void> {
    await this.database
      .of(ctx)
      .user.update({ where: { id: userId }, data: { ...change, updatedAt: ctx.clock.now() } })
  }

  async countRecoveryCodes(ctx: OperationContext, userId: string): Promise<number> {
    return this.database.of(ctx).recoveryCode.count({ where: { userId } })
  }

  async replaceRecoveryCodes(
    ctx: OperationContext,
    userId: string,
    hashes: readonly string[],
  ): Promise<void> {
    const codes = this.database.of(ctx).recoveryCode
    await codes.deleteMany({ where: { userId } })
    await codes.createMany({ data: hashes.map((codeHash) => ({ userId, codeHash })) })
  }

  /** Deletes the code; true where there was one: of many uses at once one takes it. */
  async takeRecoveryCode(ctx: OperationContext, userId: string, codeHash: string): Promise<boolean> {
    return (await this.database.of(ctx).recoveryCode.deleteMany({ where: { userId, codeHash } })).count === 1
  }

  private async write(statement: () => Promise<Row>): Promise<User> {
    try {
      return toUser(await statement())
    } catch (error) {
      const constraint = this.database.violatedConstraint(error)
      if (constraint === 'users_username_key_key') throw invalid(faults.taken('username'))
      if (constraint === 'users_email_key_key') throw invalid(faults.taken('email'))
      throw error
    }
  }
}

function toWhere({ search, isSiteAdmin, isSuspended }: UserFilter): Prisma.UserWhereInput {
  const contains = search ? literally(search.toLowerCase()) : ''
  return {
    ...(search && { OR: [{ usernameKey: { contains } }, { emailKey: { contains } }] }),
    ...(isSiteAdmin !== undefined && { isSiteAdmin }),
    ...(isSuspended !== undefined && { suspendedAt: isSuspended ? { not: null } : null }),
  }
}
