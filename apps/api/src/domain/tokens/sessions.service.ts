import { days, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { found, notFound, unauthenticated } from '../../kernel/errors.js'
import { isId, newId } from '../../kernel/ids.js'
import { subnetOf } from '../../kernel/network.js'
import type { Page, Paged } from '../../kernel/page.js'
import { allows, denied } from '../../kernel/permissions.js'
import { userActor } from './bearer.js'
import type { TokenParts } from './token-parts.js'
import { credentialOf, sessionLifetime, sessionOf, type Session } from './session.js'
import type { NewSession } from './sessions.store.js'
import type { User } from '../people/user.js'

/** The time after the last sign-in from a network at which it is forgotten. */
const placeKnownFor = days(90)

export interface SignedIn {
  readonly session: Session
  readonly user: User
  /** The bearer token of the session, shown this once. */
  readonly token: string
}

/** The start of a session that does not begin by a whole proof at this moment. */
interface Beginning extends Pick<NewSession, 'needsTwoFactor' | 'bySingleSignOn' | 'authenticatedAt'> {
  /** The further facts of its audit event. */
  readonly facts: object | undefined
}

export class SessionsService {
  constructor(private readonly parts: TokenParts) {}

  /** Opens a session for a user who has signed in; one that needs a second factor does nothing but set it up. */
  async open(
    ctx: OperationContext,
    user: User,
    {
      needsTwoFactor = false,
      bySingleSignOn = false,
      authenticatedAt = ctx.clock.now(),
      facts,
    }: Partial<Beginning> = {},
  ): Promise<SignedIn> {
    const { value, hash } = this.parts.tokenValues.create('session')
    const id = newId('sess')
    const expiresAt = later(ctx.clock.now(), sessionLifetime)
    const actor = userActor(ctx, user, credentialOf({ id, expiresAt, authenticatedAt, needsTwoFactor }))
    const session = await this.parts.transactions.run(ctx, async (before) => {
      const tx: OperationContext = { ...before, actor }
      const created = await this.parts.sessions.create(tx, {
        id,
        tokenHash: hash,
        userId: user.id,
        expiresAt,
        needsTwoFactor,
        bySingleSignOn,
        authenticatedAt,
      })
      await this.parts.audit.record(tx, {
        action: 'session.create',
        subject: { type: 'session', id, name: user.username },
        ...(facts && { after: facts }),
      })
      await this.recordPlace(tx, user)
      return created
    })
    return { session, user, token: value }
  }

  /** Records the network of a sign-in and mails about a new one, but for the first; nothing where no mail is sent. */
  private async recordPlace(tx: OperationContext, user: User): Promise<void> {
    const { sessions, users, mail } = this.parts
    const network = subnetOf(tx.address ?? '')
    if (!mail.isConfigured || network === undefined) return
    await sessions.deletePlacesUntil(tx, later(tx.clock.now(), -placeKnownFor))
    if (!(await sessions.enterPlace(tx, user.id, network))) return
    if (await users.noteFirstSignIn(tx, user.id)) return
    await mail.announceSignIn(tx, user)
  }

  /** Finds the session that asks; undefined when the caller came with another kind of token. */
  async current(ctx: OperationContext): Promise<Session | undefined> {
    const id = sessionOf(ctx)
    return id === undefined ? undefined : this.parts.sessions.find(ctx, id)
  }

  /**
   * Lists the sessions of these users that are good, the last used first: the caller's own and, for site
   * administrators, every user's. Users whose sessions the caller may not see are left out.
   */
  async listOfUsers(
    ctx: OperationContext,
    userIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<Session>>> {
    const visible = userIds.filter((id) => mayDo(ctx, id, 'read'))
    return visible.length === 0 ? new Map() : this.parts.sessions.listOfUsers(ctx, visible, page)
  }

  /** Ends an own session, or for a site administrator one of any user's; its bearer works no longer. */
  async delete(ctx: OperationContext, id: string): Promise<void> {
    requireBearer(ctx)
    await this.parts.transactions.run(ctx, async (tx) => {
      const session = found(isId('sess', id) ? await this.parts.sessions.find(tx, id) : undefined)
      if (!mayDo(tx, session.userId, 'write')) throw denied(tx, 'sessions:write')
      const user = await this.parts.users.find(tx, session.userId)
      if (!user || !(await this.parts.sessions.delete(tx, id))) throw notFound()
      const subject = { type: 'session', id, name: user.username } as const
      await this.parts.audit.record(tx, { action: 'session.delete', subject, before: session })
    })
  }

  /** Ends all sessions of a user but the one that asks; returns how many. */
  async deleteOthers(ctx: OperationContext, userId: string): Promise<number> {
    requireBearer(ctx)
    return this.parts.transactions.run(ctx, async (tx) => {
      if (!mayDo(tx, userId, 'write')) throw denied(tx, 'sessions:write')
      const user = found(isId('user', userId) ? await this.parts.users.findLocked(tx, userId) : undefined)
      const sessions = await this.parts.sessions.deleteOf(tx, userId, sessionOf(tx))
      const subject = { type: 'user', id: userId, name: user.username } as const
      if (sessions.length > 0)
        await this.parts.audit.record(tx, { action: 'user.end-sessions', subject, before: { sessions } })
      return sessions.length
    })
  }

  /** Ends the session that asks; false when the caller came with another kind of token. */
  async signOut(ctx: OperationContext): Promise<boolean> {
    if (ctx.actor.type !== 'user') throw unauthenticated()
    const { credential, name } = ctx.actor
    if (credential.kind !== 'session') return false
    return this.parts.transactions.run(ctx, async (tx) => {
      const ended = await this.parts.sessions.delete(tx, credential.id)
      const subject = { type: 'session', id: credential.id, name } as const
      if (ended) await this.parts.audit.record(tx, { action: 'session.delete', subject })
      return ended
    })
  }
}

function requireBearer({ actor }: OperationContext): void {
  if (actor.type === 'anonymous') throw unauthenticated()
}

/** True for the caller's own sessions, and for site administrators for those of others. */
function mayDo({ actor }: OperationContext, userId: string, right: 'read' | 'write'): boolean {
  const isOwn = actor.type === 'user' && actor.id === userId
  return (isOwn && allows(actor, `sessions:${right}`)) || allows(actor, `users:${right}`)
}
