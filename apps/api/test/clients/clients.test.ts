import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { newPair, path as keys } from '../rest/gpg-keys.js'
import { client } from './go-client.js'
import { replay } from './replay.js'
import { provider } from './vendor-provider.js'

const app = await startTestApp({ ENGINE_ALIASES: 'terraform', API_RATE_LIMIT: '1000', LOG_LEVEL: 'silent' })
const root = await app.make.administrator('root')
const official = await app.make.engineVersion(root, '1.0.4', { official: true })
const acme = await app.make.organization(root, 'acme')
await app.make.organization(root, 'beta')
const { id } = await app.make.member(acme, 'mel')
await app.make.user('nia')
const mel = await app.prisma.organizationMembership.findFirstOrThrow({ where: { userId: id } })
const known: Record<string, string> = { mel: mel.id, root: root.id, official: official.id }

test.each(Object.entries(provider))(
  'to the vendor’s provider the life of %s ends with an empty second plan and a clean destroy',
  (_, steps) => replay(app, root.token, steps, known),
)

test.each(Object.entries(client))('to the vendor’s Go client the life of %s is what it expects', (_, steps) =>
  replay(app, root.token, steps, known),
)

test.each(['provider', 'Go client'])('the vendor’s %s keeps a signing key', async () => {
  const { armor, keyId } = await newPair()
  const attributes = { namespace: 'acme', 'ascii-armor': armor }
  const key = `${keys}/acme/${keyId}`
  await replay(app, root.token, [
    { ask: ['POST', keys], type: 'gpg-keys', attributes },
    { ask: ['GET', key], is: 'gpg-keys', compares: { ...attributes, 'key-id': keyId } },
    { ask: ['GET', `${keys}?filter%5Bnamespace%5D=acme`], is: 'gpg-keys' },
    { ask: ['PATCH', key], type: 'gpg-keys', attributes: { namespace: 'acme' } },
    { ask: ['DELETE', key] },
    { ask: ['GET', key], status: 404 },
  ])
})

test('a client paces itself by the limit that its first request is told', async () => {
  const { headers } = await app.http.get('/api/v2/ping').set('Authorization', `Bearer ${root.token}`)
  expect([headers['tfp-api-version'], headers['x-ratelimit-limit']]).toEqual(['2.6', '1000'])
})
