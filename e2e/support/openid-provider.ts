import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Provider } from 'oidc-provider'

/** The claims of the users, by the name that is typed into the form. */
export type People = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** A real OpenID provider with a form that asks for a name. */
export interface OpenidProvider {
  /** Settings of the platform about it. */
  readonly settings: Readonly<Record<string, string>>
  /** Opens it, once the address to which browsers return is known. */
  open(redirectUri: string): void
  close(): Promise<void>
}

const client = { id: 'the-platform', secret: 'a secret of the test' }

const form = `<!doctype html><html lang="en"><title>Corp</title><h1>Corp</h1>
  <form method="post"><label>Name <input name="name"></label><button>Continue</button></form></html>`

export async function startOpenidProvider(people: People): Promise<OpenidProvider> {
  let handle = (_req: IncomingMessage, res: ServerResponse): unknown => res.writeHead(503).end()
  const server = createServer((req, res) => void handle(req, res))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_NAME: 'Corp',
    },
    open(redirectUri) {
      const provider = providerOf(issuer, redirectUri, people)
      const callback = provider.callback()
      handle = (req, res) =>
        req.url?.startsWith('/interaction/') ? interact(provider, req, res) : callback(req, res)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** A known name signs that user in; any other is refused. */
async function interact(provider: Provider, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (req.method !== 'POST') return void res.setHeader('content-type', 'text/html').end(form)
  const name = new URLSearchParams(await text(req)).get('name') ?? ''
  const result = name ? { login: { accountId: name, remember: false } } : { error: 'access_denied' }
  await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false })
}

function providerOf(issuer: string, redirectUri: string, people: People): Provider {
  return new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUri] }],
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'groups'],
      profile: ['preferred_username'],
      email: ['email', 'email_verified'],
    },
    pkce: { required: () => true },
    cookies: { keys: ['of this test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...people[sub] }) }),
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId
      if (!accountId || !oidc.client) return undefined
      const grant = new oidc.provider.Grant({ accountId, clientId: oidc.client.clientId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
}
