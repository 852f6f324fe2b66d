import { text } from 'node:stream/consumers'
import * as openid from 'openid-client'
import type { IdentityProvider } from '../../domain/sign-in/single-sign-on.js'
import { unavailable } from '../../kernel/errors.js'
import { OutboundError, type Outbound } from '../../kernel/outbound.js'
import { isIncomplete, personOf, type Claims } from './claims.js'

export interface OpenidSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
  /** Words, separated by spaces. */
  readonly scopes: string
  readonly groupsClaim: string
  /** Where the browser comes back to. */
  readonly redirectUri: string
}

/** Of one answer: how long it may take, in milliseconds, and how long it may be, in bytes. */
const patience = 10_000
const longestAnswer = 1024 * 1024

/** What the provider says of itself is asked for anew after this time. */
const freshness = 60 * 60 * 1000

/** An OpenID provider: authorization code with PKCE, state and nonce; the signature of each ID token is verified. */
export function openidProvider(settings: OpenidSettings, outbound: Outbound): IdentityProvider {
  const { issuer, clientId, clientSecret, redirectUri, groupsClaim } = settings
  const execute = [openid.enableNonRepudiationChecks]
  // Plain http that is configured is meant: a provider on the same machine, say.
  if (issuer.startsWith('http:')) execute.push(openid.allowInsecureRequests)
  const options = { [openid.customFetch]: asker(outbound), execute }
  const notAnswering = (error: unknown): never => refuse(error, issuer)
  let known: { readonly configuration: openid.Configuration; readonly until: number } | undefined

  async function configured(): Promise<openid.Configuration> {
    if (known && known.until > Date.now()) return known.configuration
    const client = [clientId, undefined, provingBy(clientSecret)] as const
    const configuration = await openid.discovery(new URL(issuer), ...client, options)
    known = { configuration, until: Date.now() + freshness }
    return configuration
  }

  return {
    name: settings.name,

    async begin({ asksAgain }) {
      const configuration = await configured().catch(notAnswering)
      const [state, nonce] = [openid.randomState(), openid.randomNonce()]
      const codeVerifier = openid.randomPKCECodeVerifier()
      const url = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(asksAgain && { prompt: 'login' }),
      })
      return { url: url.href, state, nonce, codeVerifier }
    },

    async finish({ state, nonce, codeVerifier }, answer) {
      const configuration = await configured().catch(notAnswering)
      try {
        const back = new URL(redirectUri)
        back.search = answer
        const tokens = await openid.authorizationCodeGrant(configuration, back, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) return 'UNPROVEN'
        const asksMore = isIncomplete(claims, groupsClaim)
        const userinfo = asksMore
          ? await userinfoOf(configuration, tokens.access_token, claims.sub)
          : undefined
        return personOf(claims, userinfo, groupsClaim)
      } catch (error) {
        if (error instanceof openid.AuthorizationResponseError) return 'DECLINED'
        if (isOutside(error) || strangeIssuer(error) !== undefined) return notAnswering(error)
        return 'UNPROVEN'
      }
    },
  }
}

/** How the library for OpenID asks: through the one way out, by short texts. */
function asker(outbound: Outbound): openid.CustomFetch {
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
      timeout: patience,
      limit: longestAnswer,
    })
    const read = await text(answer.body)
    const isEmpty = [204, 205, 304].includes(answer.status)
    return new Response(isEmpty ? null : read, {
      status: answer.status,
      headers: { 'content-type': answer.headers['content-type'] ?? '' },
    })
  }
}

/** Null where it does not answer: what the ID token has proven stays proven. */
async function userinfoOf(
  configuration: openid.Configuration,
  accessToken: string,
  subject: string,
): Promise<Claims | null | undefined> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return undefined
  return openid.fetchUserInfo(configuration, accessToken, subject).catch(() => null)
}

/** By the header where the provider takes that, as it does unless it says otherwise; else in the form. */
function provingBy(secret: string): openid.ClientAuth {
  const [byHeader, inForm] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)]
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported
    const prove = !methods || methods.includes('client_secret_basic') ? byHeader : inForm
    return prove(server, client, body, headers)
  }
}

/** Whether the provider could not be asked, or had nothing better than a status of the five hundreds. */
function isOutside(error: unknown): boolean {
  if (error instanceof OutboundError) return true
  if (error instanceof Response) return error.status >= 500
  return error instanceof Error && error.cause !== undefined && isOutside(error.cause)
}

function refuse(error: unknown, configured: string): never {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const message = cause instanceof Error ? cause.message : String(cause)
  const theirs = strangeIssuer(error)
  throw unavailable('The sign-in provider does not answer properly, please try again later', {
    cause:
      theirs === undefined
        ? message
        : `OIDC_ISSUER is ${configured}, but the provider calls itself ${theirs}: set it to exactly that`,
  })
}

interface IssuerMismatch {
  readonly attribute?: unknown
  readonly claim?: unknown
  readonly body?: { readonly issuer?: unknown }
  readonly claims?: { readonly iss?: unknown }
}

/** What the provider calls itself, where that is not the issuer that is configured; undefined for other errors. */
function strangeIssuer(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { attribute, claim, body, claims } = (error.cause ?? {}) as IssuerMismatch
  const theirs = attribute === 'issuer' ? body?.issuer : claim === 'iss' ? claims?.iss : undefined
  return theirs === undefined ? strangeIssuer(error.cause) : String(theirs)
}
