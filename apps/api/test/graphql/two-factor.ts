import { Secret, TOTP } from 'otpauth'
import type { TestApp } from '../app.js'
import { graphql } from '../rest.js'
import { password } from '../sign-in.js'

/** What the mutations about signing in answer, as far as a test looks at it. */
export interface Answer {
  readonly token?: string | null
  readonly challenge?: string | null
  readonly recoveryCodes?: readonly string[]
  readonly secret?: string
  readonly uri?: string
  readonly userErrors: readonly { readonly field: readonly string[]; readonly message: string }[]
}

export async function run(
  of: TestApp,
  bearer: string | undefined,
  mutation: string,
  type: string,
  fields: string,
  input: object,
): Promise<Answer> {
  const query = `mutation ($input: ${type}!) {
    ${mutation}(input: $input) { ${fields} userErrors { field message } }
  }`
  const { data, errors } = await graphql(of, bearer, query, { input })
  if (errors) throw new Error(errors[0]?.message)
  return data[mutation] as unknown as Answer
}

export const signIn = (of: TestApp, login: string, secret = password) =>
  run(of, undefined, 'signIn', 'SignInInput', 'token challenge', { login, password: secret })
export const verify = (of: TestApp, challenge: unknown, code: string) =>
  run(of, undefined, 'signInVerify', 'SignInVerifyInput', 'token challenge', { challenge, code })
export const setUp = (of: TestApp, bearer: string, currentPassword = password) =>
  run(of, bearer, 'twoFactorSetUp', 'TwoFactorPasswordInput', 'secret uri', { currentPassword })
export const enable = (of: TestApp, bearer: string, code: string) =>
  run(of, bearer, 'twoFactorEnable', 'TwoFactorEnableInput', 'recoveryCodes', { code })
/** What the app shows now. */
export const codeOf = (of: TestApp, secret = ''): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: of.clock.now().getTime() })

export const messagesOf = ({ userErrors }: Answer): string[] => userErrors.map(({ message }) => message)
