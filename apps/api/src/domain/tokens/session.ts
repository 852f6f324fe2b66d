import { z } from 'zod'
import type { Credential } from '../../kernel/actor.js'
import type { OperationContext } from '../../kernel/context.js'
import { hours } from '../../kernel/clock.js'

/** A session of a signed-in person; its token is a bearer on every face. */
export const session = z.object({
  id: z.string(),
  userId: z.string(),
  createdAt: z.date(),
  /** The time of the last use, right to a minute: a session in steady use is not written all the time. */
  lastUsedAt: z.date(),
  /** The address and the program of the last use, if they are known. */
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  expiresAt: z.date(),
  /** The time when the person last proved who they are in it. */
  authenticatedAt: z.date(),
  /** True where it does nothing but set up the second factor that its user must have. */
  needsTwoFactor: z.boolean(),
})
export type Session = Readonly<z.output<typeof session>>

export const sessionLifetime = hours(12)

/** The scope of a session that has to set up the second factor first: it does that and nothing else. */
export const twoFactorScope = 'two-factor'

export const credentialOf = ({
  id,
  expiresAt,
  authenticatedAt,
  needsTwoFactor,
}: Pick<Session, 'id' | 'expiresAt' | 'authenticatedAt' | 'needsTwoFactor'>): Credential => ({
  kind: 'session',
  id,
  scopes: needsTwoFactor ? [twoFactorScope] : [],
  expiresAt,
  authenticatedAt,
})

/** Returns the id of the session that asks; undefined for another kind of token. */
export function sessionOf({ actor }: OperationContext): string | undefined {
  return actor.type === 'user' && actor.credential.kind === 'session' ? actor.credential.id : undefined
}
