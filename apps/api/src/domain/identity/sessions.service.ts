import { later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { invalid, unauthenticated } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { parseCreation, type Raw } from '../../kernel/input.js'
import type { Passwords, TokenValues } from '../../kernel/secrets.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import { sessionLifetime, type Session } from './session.js'
import type { SessionsStore } from './sessions.store.js'
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
  ) {}

  /** One answer for an unknown name, a wrong password and a suspended user, and it takes the same time. */
  async signIn(ctx: OperationContext, raw: Raw<typeof signInInput>): Promise<SignedIn> {
    const { login, password } = parseCreation(signInInput, raw)
    const found = await this.users.findByLogin(ctx, login)
    const isRight = await this.passwords.verify(found?.passwordHash ?? null, password)
    if (!found || !isRight || found.user.suspendedAt) throw wrongPassword()
    const { user } = found
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
      const address = ctx.address ?? null
      const created = await this.sessions.create(tx, {
        id,
        tokenHash: hash,
        userId: user.id,
        address,
        expiresAt,
      })
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
    if (ctx.actor.type !== 'user' || ctx.actor.credential.kind !== 'session') return undefined
    return this.sessions.find(ctx, ctx.actor.credential.id)
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

function wrongPassword(): Error {
  return invalid({ path: [], code: 'INVALID', message: 'User name or password is wrong' })
}
