import * as openid from 'openid-client'
import type { IdentityProvider, ProvenPerson } from '../../domain/identity/single-sign-on.js'
import { unavailable } from '../../kernel/errors.js'
import { OutboundError, type Outbound } from '../../kernel/outbound.js'
import { asker } from './asker.js'

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

/** What the provider says of itself is asked for anew after this time. */
const freshness = 60 * 60 * 1000

/** Above this something else than groups was handed over. */
const mostGroups = 5000

/** An OpenID provider: authorization code with PKCE, state and nonce; the signature of each ID token is verified. */
export function openidProvider(settings: OpenidSettings, outbound: Outbound): IdentityProvider {
  const { issuer, clientId, clientSecret, redirectUri, groupsClaim } = settings
  const execute = [openid.enableNonRepudiationChecks]
  // Plain http that is configured is meant: a provider on the same machine, say.
  if (issuer.startsWith('http:')) execute.push(openid.allowInsecureRequests)
  const options = { [openid.customFetch]: asker(outbound), execute }
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
        const isTold = claims['email'] !== undefined && claims[groupsClaim] !== undefined
        const asksMore = !isTold && configuration.serverMetadata().userinfo_endpoint !== undefined
        const more = asksMore
          ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : {}
        return personOf({ ...more, ...claims }, groupsClaim)
      } catch (error) {
        if (error instanceof openid.AuthorizationResponseError) return 'DECLINED'
        if (isOutside(error)) return notAnswering(error)
        return 'UNPROVEN'
      }
    },
  }
}

function personOf(claims: openid.IDToken | (object & openid.IDToken), groupsClaim: string): ProvenPerson {
  const text = (name: string): string | undefined => {
    const value = claims[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const verified = claims['email_verified']
  const groups: unknown = claims[groupsClaim]
  return {
    issuer: claims.iss,
    subject: claims.sub,
    username: text('preferred_username'),
    email: text('email'),
    isEmailVerified: verified === true,
    authenticatedAt: timeOf(claims['auth_time']),
    groups: (Array.isArray(groups) ? groups : [groups])
      .filter((group): group is string => typeof group === 'string' && group !== '')
      .slice(0, mostGroups),
  }
}

/** Of a claim in seconds. */
const timeOf = (seconds: unknown): Date | undefined =>
  typeof seconds === 'number' ? new Date(seconds * 1000) : undefined

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

function notAnswering(error: unknown): never {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  throw unavailable('The sign-in provider does not answer properly, please try again later', {
    provider: cause instanceof Error ? cause.message : String(cause),
  })
}
