import type { Log } from '../../src/kernel/log.js'
import { startTestApp, type TestApp } from '../app.js'
import { onFinished } from '../on-finished.js'
import { graphql } from '../rest.js'
import {
  followed,
  startOpenidProvider,
  type Claims,
  type OpenidProvider,
  type ProviderOptions,
} from './openid-provider.js'

export const redirectUri = 'https://console.test/sign-in/callback'

/** A platform whose people sign in at a provider of the test's own. */
export interface SignOnSetup {
  readonly app: TestApp
  readonly provider: OpenidProvider
}

/**
 * A platform that was set up: it has a user. With `beside` it is a second process of that one, with another provider.
 */
export async function startSetup(
  env: Record<string, string> = {},
  options: Partial<ProviderOptions> = {},
  beside?: TestApp,
  logged?: Log,
): Promise<SignOnSetup> {
  const provider = await startOpenidProvider({ redirectUri, ...options })
  onFinished(() => provider.close())
  const settings = {
    CONSOLE_URL: 'https://console.test',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    ...env,
  }
  const app = await startTestApp(settings, beside, logged)
  if (!beside) await app.make.user('earlier')
  return { app, provider }
}

export interface Flow {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  readonly authenticatedAfter: string | null
}

export interface Outcome {
  readonly token: string | null
  readonly problem: string | null
  readonly user: {
    readonly id: string
    readonly username: string
    readonly email: string | null
    readonly isSiteAdmin: boolean
  } | null
}

const start = `mutation ($input: SingleSignOnStartInput) {
  singleSignOnStart(input: $input) {
    url flow { state nonce codeVerifier authenticatedAfter } userErrors { code }
  }
}`

export async function begun({ app }: SignOnSetup, input?: object): Promise<{ url: string; flow: Flow }> {
  const { data } = await graphql(app, undefined, start, { input })
  return data['singleSignOnStart'] as { url: string; flow: Flow }
}

const finish = `mutation ($input: SingleSignOnFinishInput!) {
  singleSignOnFinish(input: $input) {
    token problem session { id expiresAt } user { id username email isSiteAdmin } userErrors { code message }
  }
}`

export async function finished({ app }: SignOnSetup, flow: Flow, answer: string): Promise<Outcome> {
  const { data, errors } = await graphql(app, undefined, finish, { input: { flow, answer } })
  if (errors) throw new Error(`${errors[0]?.extensions.code}: ${errors[0]?.message}`)
  return data['singleSignOnFinish'] as unknown as Outcome
}

/** Signs in as a person whom the provider knows; undefined: the provider declines. */
export async function signedIn(setup: SignOnSetup, person: Claims | undefined): Promise<Outcome> {
  setup.provider.person = person
  const { url, flow } = await begun(setup)
  return finished(setup, flow, await followed(url, redirectUri))
}

/** A person with an address that the provider has proven. */
export const personOf = (sub: string, claims: object = {}): Claims => ({
  ...{ sub, preferred_username: sub, email: `${sub}@corp.test`, email_verified: true },
  ...claims,
})
