import { faults, type Fault } from '../../kernel/errors.js'
import { text } from '../../kernel/input.js'
import type { User } from '../people/user.js'

/**
 * The rules for a second factor after a password: for no one, site administrators, or all who have a
 * password.
 */
export const twoFactorRules = ['optional', 'administrators', 'required'] as const
export type TwoFactorRule = (typeof twoFactorRules)[number]

export interface TwoFactor {
  readonly isEnabled: boolean
  readonly isRequired: boolean
  /** The number of codes that are left. */
  readonly recoveryCodes: number
}

/** The secret that an authenticator app takes over; shown until the first code has come. */
export interface TwoFactorSecret {
  readonly secret: string
  readonly uri: string
}

export const recoveryCodeCount = 10

const codeMaximumLength = 100

/** The input of a code, of an app or of recovery. */
export const codeInput = { code: text(codeMaximumLength) }
export const challengeInput = { challenge: text(2000), ...codeInput }

/** Finds what is wrong with the form of a code, before it is looked at. */
export function faultsOfCode(code: unknown): readonly Fault[] {
  if ((code ?? '') === '') return [faults.blank('code')]
  return typeof code === 'string' && code.length <= codeMaximumLength ? [] : [faults.invalid('code')]
}

export const isTwoFactorRequired = (
  rule: TwoFactorRule,
  { isSiteAdmin }: Pick<User, 'isSiteAdmin'>,
): boolean => rule === 'required' || (rule === 'administrators' && isSiteAdmin)

/** Normalizes a code as people copy it: in any case, with blanks or hyphens anywhere. */
export const plainCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase()
