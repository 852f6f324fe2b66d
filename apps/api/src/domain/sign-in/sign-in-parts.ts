import type { OneTimeCodes, Passwords, PasswordStrength } from '../../kernel/secrets.js'
import type { Sealer } from '../../kernel/signing.js'
import type { TokenParts } from '../tokens/token-parts.js'
import { NewPasswords } from './new-passwords.js'
import { PasswordProof } from './password-proof.js'
import { SignInAttempts } from './sign-in-attempts.js'
import type { IdentityProvider, SingleSignOnSettings } from './single-sign-on.js'
import type { TwoFactorRule } from './two-factor.js'

interface SignInInfrastructure extends TokenParts {
  readonly passwords: Passwords
  readonly passwordStrength: PasswordStrength
  /** The OpenID provider; undefined where people have passwords alone. */
  readonly identityProvider: IdentityProvider | undefined
  readonly singleSignOn: SingleSignOnSettings
  /** False where people sign in by single sign-on alone. */
  readonly hasPasswords: boolean
  /** The rule for who must have a second factor. */
  readonly twoFactorRule: TwoFactorRule
  readonly oneTimeCodes: OneTimeCodes
  readonly sealers: { readonly twoFactor: Sealer; readonly challenges: Sealer }
}

/** Parts that the services of the area, and of areas that build on it, share. */
export type SignInParts = ReturnType<typeof createSignInParts>

export function createSignInParts(infrastructure: SignInInfrastructure) {
  const { users, passwords, passwordStrength, hasPasswords, consoleUrl } = infrastructure
  const attempts = new SignInAttempts()
  return {
    ...infrastructure,
    newPasswords: new NewPasswords(passwords, passwordStrength, hasPasswords, consoleUrl),
    attempts,
    proof: new PasswordProof(users, passwords, attempts),
  }
}
