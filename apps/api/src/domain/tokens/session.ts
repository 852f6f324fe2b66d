import type { OperationContext } from '../../kernel/context.js'
import { hours } from '../../kernel/clock.js'

/** A person signed in; its token is a bearer on every face. */
export interface Session {
  readonly id: string
  readonly userId: string
  readonly createdAt: Date
  /** By the minute: a session that is used all the time is not written down all the time. */
  readonly lastUsedAt: Date
  /** Where it was last used from, and by which program, as far as that is known. */
  readonly address: string | null
  readonly userAgent: string | null
  readonly expiresAt: Date
  /** When the person last proved who they are in it. */
  readonly authenticatedAt: Date
  /** It does nothing but set up the second factor that its user must have. */
  readonly needsTwoFactor: boolean
}

export const sessionLifetime = hours(12)

/** The scope of a session that has to set up the second factor first: it does that and nothing else. */
export const twoFactorScope = 'two-factor'

/** What the bearer of a session may do. */
export const scopesFor = ({ needsTwoFactor }: Pick<Session, 'needsTwoFactor'>): readonly string[] =>
  needsTwoFactor ? [twoFactorScope] : []

/** The session that asks; undefined for another kind of token. */
export function sessionOf({ actor }: OperationContext): string | undefined {
  return actor.type === 'user' && actor.credential.kind === 'session' ? actor.credential.id : undefined
}
