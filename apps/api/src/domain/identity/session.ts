import { hours } from '../../kernel/clock.js'

/** A person signed in; its token is a bearer on every face. */
export interface Session {
  readonly id: string
  readonly userId: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

export const sessionLifetime = hours(12)
