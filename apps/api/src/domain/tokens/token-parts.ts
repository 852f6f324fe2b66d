import type { TaggedCache } from '../../kernel/tagged-cache.js'
import type { TeamParts } from '../teams/team-parts.js'
import type { TokenLifetimes } from './authentication-token.js'
import { AuthenticationTokensStore } from './authentication-tokens.store.js'
import type { KnownCaller } from './bearer.js'
import { SessionsStore } from './sessions.store.js'

interface TokenInfrastructure extends TeamParts {
  readonly knownCallers: TaggedCache<KnownCaller>
  readonly lifetimes: TokenLifetimes
}

/** Parts that the services of the area, and of areas that build on it, share. */
export type TokenParts = ReturnType<typeof createTokenParts>

export function createTokenParts(infrastructure: TokenInfrastructure) {
  const { database } = infrastructure
  return {
    ...infrastructure,
    tokens: new AuthenticationTokensStore(database),
    sessions: new SessionsStore(database),
  }
}
