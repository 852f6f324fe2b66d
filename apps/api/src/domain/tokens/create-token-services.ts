import { TaggedCache } from '../../kernel/tagged-cache.js'
import { AuthenticationService, type KnownCaller } from './authentication.service.js'
import { AuthenticationTokensService } from './authentication-tokens.service.js'
import { CliLoginsService } from './cli-logins.service.js'
import { RevocationsService } from './revocations.service.js'
import { SessionsService } from './sessions.service.js'
import type { TokenParts } from './token-parts.js'

/** The number of callers that are cached at a time. */
const mostKnown = 10_000

export type TokenServices = ReturnType<typeof createTokenServices>

export function createTokenServices(parts: TokenParts) {
  const { invalidations, clock, tokenValues, lifetimes, tokens, sessions } = parts
  const known = new TaggedCache<KnownCaller>({ invalidations, clock, limit: mostKnown })
  const revocations = new RevocationsService(parts)
  return {
    revocations,
    authentication: new AuthenticationService(tokens, sessions, tokenValues, known, lifetimes),
    cliLogins: new CliLoginsService({ ...parts, revocations }),
    sessions: new SessionsService(parts),
    tokens: new AuthenticationTokensService({ ...parts, revocations }),
  }
}
