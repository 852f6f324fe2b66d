import { later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { invalid, notFound, unauthenticated } from '../../kernel/errors.js'
import { isId, newId } from '../../kernel/ids.js'
import { parseCreation, type Raw } from '../../kernel/input.js'
import type { Page, Paged } from '../../kernel/page.js'
import { networkOf } from '../../kernel/network.js'
import { allows, denied } from '../../kernel/permissions.js'
import type { Passwords, TokenValues } from '../../kernel/secrets.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import { sessionLifetime, type Session } from './session.js'
import type { SessionsStore } from './sessions.store.js'
import { passwordsAreOff } from './new-passwords.js'
import type { SignInAttempts } from './sign-in-attempts.js'
import { signInInput, type User } from './user.js'
import type { UsersStore } from './users.store.js'

export interface SignedIn {
  readonly session: Session
  readonly user: User
  /** The bearer token of the session, shown this once. */
  readonly token: string
}

export class SessionsService {
  constructor(
    private readonly sessions: SessionsStore,
    private readonly users: UsersStore,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
    private readonly passwords: Passwords,
    private readonly values: TokenValues,
    private readonly attempts: SignInAttempts,
    /** Off where people sign in by single sign-on alone. */
    readonly hasPasswords: boolean,
  ) {}

  /**
   * One answer for an unknown name, a wrong password and a suspended user, and it takes the same time. After some
   * failures the same name has to wait at the same network, and so does a network that tries many names.
   */
  async signIn(ctx: OperationContext, raw: Raw<typeof signInInput>): Promise<SignedIn> {
    if (!this.hasPasswords) throw invalid(passwordsAreOff)
    const { login, password } = parseCreation(signInInput, raw)
    const found = await this.users.findByLogin(ctx, login)
    const refusal = {
      action: 'sign-in.fail',
      ...(found && { subject: subjectOf(found.user) }),
    } as const
    let isRight = false
    const { username, email, id } = found?.user ?? {}
    const names = [username, email, id].filter((name) => typeof name === 'string')
    const mayEnter = await this.attempts.run(ctx, { name: login, refusal, names }, async () => {
      const network = networkOf(ctx.address ?? '')
      isRight = await this.passwords.verify(found?.passwordHash ?? null, password, network)
      return isRight && !found?.user.suspendedAt
    })
    if (!found || !mayEnter) {
      const why = isRight ? 'suspended' : found ? 'wrong password' : 'unknown name'
      ctx.refused?.(ctx, { ...refusal, why })
      throw wrongPassword()
    }
    return this.open(ctx, found.user)
  }

  /** A session for somebody who has proved who they are. */
  async open(ctx: OperationContext, user: User): Promise<SignedIn> {
    const { value, hash } = this.values.create('session')
    const id = newId('sess')
    const expiresAt = later(ctx.clock.now(), sessionLifetime)
    const credential = { kind: 'session', id, scopes: [], expiresAt } as const
    const { isSiteAdmin } = user
    const signedIn: OperationContext = {
      ...ctx,
      actor: { type: 'user', id: user.id, name: user.username, isSiteAdmin, credential },
    }
    const session = await this.transactions.run(signedIn, async (tx) => {
      const created = await this.sessions.create(tx, { id, tokenHash: hash, userId: user.id, expiresAt })
      await this.audit.record(tx, {
        action: 'session.create',
        subject: { type: 'session', id, name: user.username },
      })
      return created
    })
    return { session, user, token: value }
  }

  /** The session that asks; undefined when the caller came with another kind of token. */
  async current(ctx: OperationContext): Promise<Session | undefined> {
    const id = sessionOf(ctx)
    return id === undefined ? undefined : this.sessions.find(ctx, id)
  }

  /**
   * The sessions of these users that are good, the last used first: one's own and, for site administrators,
   * everybody's. Users whose sessions the caller may not see are left out.
   */
  async listOfUsers(
    ctx: OperationContext,
    userIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<Session>>> {
    const visible = userIds.filter((id) => mayDo(ctx, id, 'read'))
    return visible.length === 0 ? new Map() : this.sessions.listOfUsers(ctx, visible, page)
  }

  /** Ends one of one's own sessions, or as a site administrator one of anybody's; its bearer works no longer. */
  async delete(ctx: OperationContext, id: string): Promise<void> {
    requireSomebody(ctx)
    await this.transactions.run(ctx, async (tx) => {
      const session = isId('sess', id) ? await this.sessions.find(tx, id) : undefined
      if (!session) throw notFound()
      if (!mayDo(tx, session.userId, 'write')) throw denied(tx, 'sessions:write')
      const user = await this.users.find(tx, session.userId)
      if (!user || !(await this.sessions.delete(tx, id))) throw notFound()
      const subject = { type: 'session', id, name: user.username } as const
      await this.audit.record(tx, { action: 'session.delete', subject, before: session })
    })
  }

  /** Ends all sessions of a user but the one that asks. Says how many that were. */
  async deleteOthers(ctx: OperationContext, userId: string): Promise<number> {
    requireSomebody(ctx)
    return this.transactions.run(ctx, async (tx) => {
      if (!mayDo(tx, userId, 'write')) throw denied(tx, 'sessions:write')
      const user = isId('user', userId) ? await this.users.findLocked(tx, userId) : undefined
      if (!user) throw notFound()
      const sessions = await this.sessions.deleteOf(tx, userId, sessionOf(tx))
      const subject = { type: 'user', id: userId, name: user.username } as const
      if (sessions.length > 0)
        await this.audit.record(tx, { action: 'user.end-sessions', subject, before: { sessions } })
      return sessions.length
    })
  }

  /** Ends the session that asks; false when the caller came with another kind of token. */
  async signOut(ctx: OperationContext): Promise<boolean> {
    if (ctx.actor.type !== 'user') throw unauthenticated()
    const { credential, name } = ctx.actor
    if (credential.kind !== 'session') return false
    return this.transactions.run(ctx, async (tx) => {
      const ended = await this.sessions.delete(tx, credential.id)
      const subject = { type: 'session', id: credential.id, name } as const
      if (ended) await this.audit.record(tx, { action: 'session.delete', subject })
      return ended
    })
  }
}

const subjectOf = ({ id, username: name }: User) => ({ type: 'user', id, name }) as const

function requireSomebody({ actor }: OperationContext): void {
  if (actor.type === 'nobody') throw unauthenticated()
}

/** One's own sessions are for oneself, those of others for site administrators. */
function mayDo({ actor }: OperationContext, userId: string, right: 'read' | 'write'): boolean {
  const isOwn = actor.type === 'user' && actor.id === userId
  return (isOwn && allows(actor, `sessions:${right}`)) || allows(actor, `users:${right}`)
}

/** The session that asks; undefined for another kind of token. */
export function sessionOf({ actor }: OperationContext): string | undefined {
  return actor.type === 'user' && actor.credential.kind === 'session' ? actor.credential.id : undefined
}

function wrongPassword(): Error {
  return invalid({ path: [], code: 'INVALID', message: 'User name or password is wrong' })
}
