import { text } from 'node:stream/consumers'
import * as openid from 'openid-client'
import type { IdentityProvider, ProviderRefusal } from '../../domain/sign-in/single-sign-on.js'
import type { Outbound } from '../../kernel/outbound.js'
import { isIncomplete, personOf, type Claims } from './claims.js'
import { answering, withEachKey, type TokenAnswer } from './keys-in-turn.js'
import { notAnswering, refusalIn, refusedSignIn } from './refusals.js'

export interface OpenidSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
  /** Words, separated by spaces. */
  readonly scopes: string
  readonly groupsClaim: string
  /** Address that the browser comes back to. */
  readonly redirectUri: string
}

/** Limits of one answer: its time in milliseconds, and its length in bytes. */
const timeout = 10_000
const longestAnswer = 1024 * 1024

/** Lifetime of what the provider says of itself, after which it is fetched again. */
const freshness = 60 * 60 * 1000

/** An OpenID provider: authorization code with PKCE, state and nonce; the signature of each ID token is verified. */
export function openidProvider(settings: OpenidSettings, outbound: Outbound): IdentityProvider {
  const { issuer, clientId, clientSecret, redirectUri, groupsClaim } = settings
  const execute = [openid.enableNonRepudiationChecks]
  // Plain http that is configured is meant: a provider on the same machine, say.
  if (issuer.startsWith('http:')) execute.push(openid.allowInsecureRequests)
  const answers = new Map<string, TokenAnswer>()
  const options = { [openid.customFetch]: fetchThrough(outbound, answers), execute }
  const away = (error: unknown) => Promise.reject(notAnswering(error, issuer))
  let known: { readonly configuration: openid.Configuration; readonly until: number } | undefined

  async function configured(): Promise<openid.Configuration> {
    if (known && known.until > Date.now()) return known.configuration
    const client = [clientId, undefined, provingBy(clientSecret)] as const
    const configuration = await openid.discovery(new URL(issuer), ...client, options)
    known = { configuration, until: Date.now() + freshness }
    return configuration
  }

  /** The same client of a provider that is known already. */
  function clientOf(server: openid.ServerMetadata, fetch: openid.CustomFetch): openid.Configuration {
    const client = new openid.Configuration(server, clientId, undefined, provingBy(clientSecret))
    client[openid.customFetch] = fetch
    for (const change of execute) change(client)
    return client
  }

  return {
    name: settings.name,

    async begin({ asksAgain }) {
      const configuration = await configured().catch(away)
      return begun(configuration, settings, asksAgain)
    },

    async finish({ state, nonce, codeVerifier }, answer) {
      const configuration = await configured().catch(away)
      const code = new URLSearchParams(answer).get('code') ?? ''
      try {
        const back = new URL(redirectUri)
        back.search = answer
        const look = (by: openid.Configuration) =>
          openid.authorizationCodeGrant(by, back, {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: codeVerifier,
            idTokenExpected: true,
          })
        const tokens = await look(configuration).catch((error: unknown) =>
          withEachKey(error, (key) => {
            const server = configuration.serverMetadata()
            return look(clientOf(server, answering(server, key, answers.get(code))))
          }),
        )
        const claims = tokens.claims()
        if (!claims) return { problem: 'UNPROVEN' }
        const { userinfo, refusal } = isIncomplete(claims, groupsClaim)
          ? await userinfoOf(configuration, tokens.access_token, claims.sub)
          : {}
        return { ...personOf(claims, userinfo, groupsClaim), ...(refusal && { userinfoRefusal: refusal }) }
      } catch (error) {
        return refusedSignIn(error, issuer, [clientSecret, codeVerifier, code])
      } finally {
        answers.delete(code)
      }
    },
  }
}

async function begun(
  configuration: openid.Configuration,
  { redirectUri, scopes }: OpenidSettings,
  asksAgain: boolean,
) {
  const [state, nonce] = [openid.randomState(), openid.randomNonce()]
  const codeVerifier = openid.randomPKCECodeVerifier()
  const url = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: scopes,
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(asksAgain && { prompt: 'login' }),
  })
  return { url: url.href, state, nonce, codeVerifier }
}

/** Makes the requests of the library for OpenID: through the one way out, by short texts. Answers to codes are stored in `answers`. */
function fetchThrough(outbound: Outbound, answers: Map<string, TokenAnswer>): openid.CustomFetch {
  return async (url, { method, headers: given, body }) => {
    const sent = new Headers(given)
    const headers = (['accept', 'authorization', 'content-type'] as const).flatMap((name) => {
      const value = sent.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    const answer = await outbound.open({
      purpose: 'single-sign-on',
      method: method === 'POST' ? 'POST' : 'GET',
      url: new URL(url),
      headers: Object.fromEntries(headers),
      ...(body !== null && body !== undefined && { content: String(body) }),
      timeout: timeout,
      limit: longestAnswer,
    })
    const read = await text(answer.body)
    const contentType = answer.headers['content-type'] ?? ''
    const code = method === 'POST' ? new URLSearchParams(String(body)).get('code') : null
    if (code !== null) answers.set(code, { status: answer.status, body: read, contentType })
    const isEmpty = [204, 205, 304].includes(answer.status)
    return new Response(isEmpty ? null : read, {
      status: answer.status,
      headers: { 'content-type': contentType },
    })
  }
}

interface UserinfoAnswer {
  readonly userinfo?: Claims | null
  readonly refusal?: ProviderRefusal
}

/** Null where it does not answer: what the ID token has proven stays proven. */
async function userinfoOf(
  configuration: openid.Configuration,
  accessToken: string,
  subject: string,
): Promise<UserinfoAnswer> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {}
  return openid.fetchUserInfo(configuration, accessToken, subject).then(
    (userinfo) => ({ userinfo }),
    (error: unknown) => ({ userinfo: null, refusal: refusalIn(error, 'userinfo', [accessToken]) }),
  )
}

/** Sends the secret in the header, if the provider accepts that, which is the default; else in the form. */
function provingBy(secret: string): openid.ClientAuth {
  const [byHeader, inForm] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)]
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported
    const prove = !methods || methods.includes('client_secret_basic') ? byHeader : inForm
    return prove(server, client, body, headers)
  }
}
