import { passwordMaximumLength, passwordMinimumLength } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid, type Fault } from '../../kernel/errors.js'
import { networkOf } from '../../kernel/network.js'
import type { Passwords, PasswordStrength } from '../../kernel/secrets.js'

const tooEasy: Fault = { path: ['password'], code: 'INVALID', message: 'Password is too easy to guess' }

/** Checks and hashes new passwords: never one of the first that a guesser tries. */
export class NewPasswords {
  constructor(
    private readonly passwords: Passwords,
    private readonly strength: PasswordStrength,
    /** False where people sign in by single sign-on alone. */
    private readonly isOn: boolean,
    private readonly consoleUrl: string,
  ) {}

  /** Refuses what would lead to a password where passwords are switched off. */
  requireOn(): void {
    if (!this.isOn) throw invalid(passwordsAreOff)
  }

  /** Finds faults, to be reported with all others; `about` is what is known of the owner and the organizations. */
  async faultsOf(password: unknown, about: readonly unknown[]): Promise<readonly Fault[]> {
    if (typeof password !== 'string' || !isOfRightLength(password)) return []
    const texts = [new URL(this.consoleUrl).hostname, ...about.filter((text) => typeof text === 'string')]
    return (await this.strength.isCommon(password, texts)) ? [tooEasy] : []
  }

  hash({ address = '' }: OperationContext, password: string): Promise<string> {
    return this.passwords.hash(password, networkOf(address))
  }
}

/** Tells whether the length is right; any other password is refused for its length. */
const isOfRightLength = ({ length }: string): boolean =>
  length >= passwordMinimumLength && length <= passwordMaximumLength

export const passwordsAreOff = faults.denied('Passwords are switched off here: sign in by single sign-on')
