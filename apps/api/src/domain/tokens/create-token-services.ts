import { AuthenticationService } from './authentication.service.js'
import { AuthenticationTokensService } from './authentication-tokens.service.js'
import { CliLoginsService } from './cli-logins.service.js'
import { RevocationsService } from './revocations.service.js'
import { SessionsService } from './sessions.service.js'
import type { TokenParts } from './token-parts.js'

export type TokenServices = ReturnType<typeof createTokenServices>

export function createTokenServices(parts: TokenParts) {
  const { knownCallers, tokenValues, lifetimes, tokens, sessions } = parts
  const revocations = new RevocationsService(parts)
  return {
    revocations,
    authentication: new AuthenticationService(tokens, sessions, tokenValues, knownCallers, lifetimes),
    cliLogins: new CliLoginsService({ ...parts, revocations }),
    sessions: new SessionsService(parts),
    tokens: new AuthenticationTokensService({ ...parts, revocations }),
  }
}
