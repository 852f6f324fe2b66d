import { Secret, TOTP } from 'otpauth'
import type { TestApp } from '../app.js'
import { password } from '../sign-in.js'
import { mutate } from './mutate.js'

/** Part of the answers to mutations about signing in that tests read. */
export interface Answer {
  readonly token?: string | null
  readonly challenge?: string | null
  readonly recoveryCodes?: readonly string[]
  readonly secret?: string
  readonly uri?: string
  readonly userErrors: readonly { readonly field: readonly string[]; readonly message: string }[]
}

export const run = async (
  of: TestApp,
  bearer: string | undefined,
  mutation: string,
  fields: string,
  input: object,
): Promise<Answer> =>
  (await mutate(of, bearer, mutation, input, `${fields} userErrors { field message }`)) as unknown as Answer

export const signIn = (of: TestApp, login: string, secret = password) =>
  run(of, undefined, 'signIn', 'token challenge', { login, password: secret })
export const verify = (of: TestApp, challenge: unknown, code: string) =>
  run(of, undefined, 'signInVerify', 'token challenge', { challenge, code })
export const setUp = (of: TestApp, bearer: string, currentPassword = password) =>
  run(of, bearer, 'twoFactorSetUp', 'secret uri', { currentPassword })
export const enable = (of: TestApp, bearer: string, code: string) =>
  run(of, bearer, 'twoFactorEnable', 'recoveryCodes', { code })
/** The code that the app shows now. */
export const codeOf = (of: TestApp, secret = ''): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: of.clock.now().getTime() })

export const messagesOf = ({ userErrors }: Answer): string[] => userErrors.map(({ message }) => message)
