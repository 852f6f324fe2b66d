import { once } from 'node:events'
import { createServer } from 'node:http'
import { isIPv6, type AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { Provider, type Configuration } from 'oidc-provider'

export interface Claims {
  readonly sub: string
  readonly [claim: string]: unknown
}

/** A real OpenID provider, with the user who signs in next. */
export interface OpenidProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The person who signs in next; undefined: the next sign-in is declined. */
  person: Claims | undefined
  /** Time at which the person proved who they are; undefined: now. */
  provenAt: Date | undefined
  /** True to answer every request 503. */
  isDown: boolean
  /** True to sign ID tokens with another key. */
  isForged: boolean
  /** True to answer 403 at the userinfo address. */
  refusesUserinfo: boolean
  /** Answer of its token endpoint; undefined: the proper one. */
  tokenRefusal: { readonly status: number; readonly body: object | string } | undefined
  /** The issuer of its ID tokens; undefined: its own. */
  signsAs: string | undefined
  /** Further public keys that it lists; with any of them its tokens and its keys come without a `kid`. */
  otherKeys: readonly object[]
  /** Issuer in its discovery document; undefined: its own. */
  callsItself: string | undefined
  close(): Promise<void>
}

export interface ProviderOptions {
  readonly redirectUri: string
  /** Address that it listens at, in place of 127.0.0.1. */
  readonly host?: string
  /** False to leave claims out of the ID token, so that the client must fetch them. */
  readonly conformIdTokenClaims?: boolean
  readonly authMethod?: 'client_secret_basic' | 'client_secret_post'
  /** True if ID tokens say when the person proved who they are. */
  readonly tellsAuthTime?: boolean
}

/** Starts one on a free port. */
export async function startOpenidProvider(options: ProviderOptions): Promise<OpenidProvider> {
  const server = createServer((req, res) => {
    if (opened.isDown) return void res.writeHead(503).end('{}')
    const { tokenRefusal: refusal } = opened
    if (refusal && req.url === '/token') {
      const isText = typeof refusal.body === 'string'
      res.writeHead(refusal.status, { 'content-type': isText ? 'text/html' : 'application/json' })
      return void res.end(isText ? refusal.body : JSON.stringify(refusal.body))
    }
    if (opened.refusesUserinfo && req.url === '/me') return void res.writeHead(403).end('{}')
    if (req.url?.startsWith('/interaction/')) return void interact(req, res)
    handle(req, res)
  })
  const { host = '127.0.0.1' } = options
  server.listen(0, host)
  await once(server, 'listening')
  const issuer = `http://${isIPv6(host) ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`
  const opened: OpenidProvider = {
    issuer,
    clientId: 'the-platform',
    clientSecret: 'a secret & more of it',
    person: undefined,
    provenAt: undefined,
    isDown: false,
    isForged: false,
    refusesUserinfo: false,
    tokenRefusal: undefined,
    signsAs: undefined,
    otherKeys: [],
    callsItself: undefined,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  const people = new Map<string, Claims>()
  const provider = new Provider(issuer, await configurationOf(opened, people, options))
  provider.use(async ({ path, response }, next) => {
    await next()
    const answer = response.body as { id_token?: string; issuer?: string; keys?: object[] } | undefined
    if (answer?.keys && opened.otherKeys.length > 0)
      answer.keys = [...opened.otherKeys, ...answer.keys].map((key) => ({ ...key, kid: undefined }))
    if (answer?.issuer !== undefined) answer.issuer = opened.callsItself ?? answer.issuer
    if (path !== '/token' || !answer?.id_token) return
    const signed = answer.id_token
    if (opened.signsAs !== undefined || opened.otherKeys.length > 0)
      answer.id_token = await signedAgain(signed, opened)
    if (opened.isForged) answer.id_token = `${answer.id_token.slice(0, -20)}${'A'.repeat(20)}`
  })
  const handle = provider.callback()

  /** Signs in as the current person, who agrees. */
  async function interact(...[req, res]: Parameters<typeof handle>): Promise<void> {
    const { person } = opened
    if (person) people.set(person.sub, person)
    const result = person
      ? { login: { accountId: person.sub, remember: false, ...loginTime(opened) } }
      : { error: 'access_denied', error_description: 'not for you' }
    await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false })
  }
  return opened
}

/** The key of the provider. */
const signing = await generateKeyPair('RS256', { extractable: true })

/** The same ID token without the name of its key, of the issuer that it is to be of. */
async function signedAgain(idToken: string, { signsAs, issuer }: OpenidProvider): Promise<string> {
  const claims = { ...decodeJwt(idToken), iss: signsAs ?? issuer }
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(signing.privateKey)
}

/** Time in seconds, as the provider stores it. */
const loginTime = ({ provenAt }: OpenidProvider): { ts?: number } =>
  provenAt ? { ts: Math.floor(provenAt.getTime() / 1000) } : {}

async function configurationOf(
  { clientId, clientSecret }: OpenidProvider,
  people: ReadonlyMap<string, Claims>,
  {
    redirectUri,
    conformIdTokenClaims = false,
    authMethod = 'client_secret_basic',
    tellsAuthTime = false,
  }: ProviderOptions,
): Promise<Configuration> {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: authMethod,
        require_auth_time: tellsAuthTime,
      },
    ],
    clientAuthMethods: [authMethod],
    jwks: {
      keys: [{ ...(await exportJWK(signing.privateKey)), alg: 'RS256', use: 'sig', kid: 'of this test' }],
    },
    conformIdTokenClaims,
    claims: {
      openid: ['sub', 'groups', '_claim_names', 'hasgroups', 'realm_access', 'realm_access.roles'],
      profile: ['preferred_username'],
      email: ['email', 'email_verified'],
    },
    pkce: { required: () => true },
    cookies: { keys: ['of this test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => people.get(sub) ?? { sub } }),
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId
      if (!accountId || !oidc.client) return undefined
      const grant = new oidc.provider.Grant({ accountId, clientId: oidc.client.clientId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  }
}

/** Follows an address of the provider as a browser does, until it leads back; returns the query that it brings. */
export async function followed(url: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>()
  let next = url
  for (let steps = 0; steps < 10; steps++) {
    if (next.startsWith(redirectUri)) return new URL(next).search
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`${next} answered ${answer.status}: ${await answer.text()}`)
    next = new URL(location, next).href
  }
  throw new Error('There are too many redirects')
}
