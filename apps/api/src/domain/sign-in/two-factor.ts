import { faults, type Fault } from '../../kernel/errors.js'
import { text } from '../../kernel/input.js'
import type { User } from '../people/user.js'

/** Who must have a second factor beside a password: no one, site administrators, or all who have a password. */
export const twoFactorRules = ['optional', 'administrators', 'required'] as const
export type TwoFactorRule = (typeof twoFactorRules)[number]

export interface TwoFactor {
  readonly isEnabled: boolean
  readonly isRequired: boolean
  /** How many are left. */
  readonly recoveryCodes: number
}

/** What an authenticator app takes over; shown until the first code has come. */
export interface TwoFactorSecret {
  readonly secret: string
  readonly uri: string
}

export const recoveryCodeCount = 10

const codeMaximumLength = 100

/** Of an app, or a recovery code. */
export const codeInput = { code: text(codeMaximumLength) }
export const challengeInput = { challenge: text(2000), ...codeInput }

/** What is wrong with it, before it is looked at. */
export function faultsOfCode(code: unknown): readonly Fault[] {
  if ((code ?? '') === '') return [faults.blank('code')]
  return typeof code === 'string' && code.length <= codeMaximumLength ? [] : [faults.invalid('code')]
}

export const isTwoFactorRequired = (
  rule: TwoFactorRule,
  { isSiteAdmin }: Pick<User, 'isSiteAdmin'>,
): boolean => rule === 'required' || (rule === 'administrators' && isSiteAdmin)

/** As people copy it: in any case, with blanks or hyphens anywhere. */
export const plainCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase()
