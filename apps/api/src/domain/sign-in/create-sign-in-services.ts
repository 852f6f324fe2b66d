import type { TokenServices } from '../tokens/create-token-services.js'
import type { SignInParts } from './sign-in-parts.js'
import { RelinksService } from './relinks.service.js'
import { SignInService } from './sign-in.service.js'
import { SingleSignOnService } from './single-sign-on.service.js'
import { SingleSignOnStore } from './single-sign-on.store.js'
import { SsoRightsService } from './sso-rights.service.js'
import { TwoFactorService } from './two-factor.service.js'

export type SignInServices = ReturnType<typeof createSignInServices>

export function createSignInServices(
  parts: SignInParts,
  { sessions: sessionsService, revocations }: Pick<TokenServices, 'sessions' | 'revocations'>,
) {
  const twoFactor = new TwoFactorService(parts)
  const store = new SingleSignOnStore(parts.database)
  const relinks = new RelinksService({ ...parts, store, revocations })
  const rights = new SsoRightsService({ ...parts, store, twoFactor })
  return {
    twoFactor,
    relinks,
    signIn: new SignInService({ ...parts, sessionsService, twoFactor }),
    singleSignOn: new SingleSignOnService({ ...parts, store, rights, relinks, sessionsService }),
  }
}
