import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rule } from '@engine/shared/rule'
import { Provider } from 'oidc-provider'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { onFinished } from '../on-finished.js'
import { as } from '../rest.js'
import { allowed, audience, exchange, identify, trust } from './ci-issuer.js'

const claims = {
  project_path: 'acme/network',
  ref: 'v1.0.0',
  ref_type: 'tag',
  sha: 'c0ffee',
  pipeline_id: 12,
}

/** A real OpenID provider that gives jobs tokens for this platform; its address. */
async function startProvider(): Promise<string> {
  const server = createServer((req, res) => void handle(req, res))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'a job',
        client_secret: 'of the runner',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({ scope: '', accessTokenFormat: 'jwt', audience }),
      },
    },
    extraTokenClaims: () => claims,
  })
  const handle = provider.callback()
  return issuer
}

async function tokenOf(issuer: string): Promise<string> {
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('a+job:of+the+runner').toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: audience }),
  })
  const { access_token: token } = (await answer.json()) as { access_token?: string }
  if (token === undefined) throw new Error(`the provider gave no token: ${answer.status}`)
  return token
}

rule('§15 exchange', 'Tokens of a foreign OpenID provider are exchanged')
test('a token of a foreign OpenID provider is exchanged, once', async () => {
  const app = await startTestApp(allowed)
  app.clock.jump(Date.now() - app.clock.now().getTime())
  const administrator = await app.make.administrator()
  const owner = await app.make.user()
  const acme = await app.make.organization(owner, 'acme')
  const team = await app.make.team(owner, acme, { name: 'ci' })
  const address = await startProvider()
  const issuer = await trust(app, administrator, address, { kind: 'gitlab' })
  const identity = { issuer, team: team.id, claims: { project_path: 'acme/network', ref_type: 'tag' } }
  await identify(app, owner, 'acme', { ...identity, scopes: ['registry'] })
  const token = await tokenOf(address)
  const given = await exchange(app, { token, organization: 'acme' })
  expect([given.status, given.body.data?.attributes.scopes]).toEqual([201, ['registry']])
  const value = given.body.data.attributes.token as string
  expect((await as(app, value).get('/organizations/acme/registry-modules')).status).toBe(200)
  expect((await exchange(app, { token })).status).toBe(401)
  const row = await app.prisma.authenticationToken.findUniqueOrThrow({ where: { id: given.body.data.id } })
  expect(row.provenance).toMatchObject({
    issuer: address,
    subject: 'a job',
    repository: 'acme/network',
    ref: 'v1.0.0',
    commit: 'c0ffee',
    runUrl: `${address}/acme/network/-/pipelines/12`,
  })
})
