import { generateKey } from 'openpgp'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { createPlatform, createProvider, createProviderVersion } from '../providers.js'
import { as, graphql } from '../rest.js'

const app = await startTestApp()
const owner = await app.make.user('ana')
const acme = await app.make.organization(owner, 'acme')

type Facts = Record<string, unknown>
type Document = { readonly id: string; readonly attributes: Facts }

/** The viewer's only organization, with these fields. */
async function organizationOf(caller: Person, fields: string): Promise<Record<string, { nodes: Facts[] }>> {
  const query = `{ viewer { organizations(page: { size: 2 }) { nodes { ${fields} } } } }`
  const answer = await graphql(app, caller, query)
  expect(answer.errors).toBeUndefined()
  const { nodes } = answer.data['viewer']?.['organizations'] as {
    nodes: Record<string, { nodes: Facts[] }>[]
  }
  expect(nodes).toHaveLength(1)
  return nodes[0] ?? {}
}

const camelKeys = ({ id, attributes }: Document): Facts => ({
  id,
  ...Object.fromEntries(
    Object.entries(attributes)
      .filter(([key]) => key !== 'permissions')
      .map(([key, value]) => [key.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), value]),
  ),
})

test('REST and GraphQL tell the same facts of workspaces', async () => {
  const admin = await app.make.administrator()
  await app.make.engineVersion(admin, '1.0.0')
  await app.make.workspace(owner, acme, '1.0.0', 'b')
  await app.make.workspace(owner, acme, '1.0.0', 'a')
  const fields = 'id name description engineVersion createdAt updatedAt'
  const shown = await organizationOf(owner, `workspaces { nodes { ${fields} } }`)
  const rest = await as(app, owner).get('/organizations/acme/workspaces')
  const told = (rest.body.data as Parameters<typeof camelKeys>[0][]).map((each) => {
    const facts: Readonly<Record<string, unknown>> = camelKeys(each)
    return Object.fromEntries(fields.split(' ').map((name) => [name, facts[name]]))
  })
  expect(shown['workspaces']?.nodes).toEqual(told)
  const searched = await organizationOf(owner, 'workspaces(search: "B") { nodes { name } }')
  expect(searched['workspaces']?.nodes).toEqual([{ name: 'b' }])
})

test('and of providers with their versions and platforms', async () => {
  await createProvider(app, owner, 'acme/public/someone/aws')
  for (const name of ['cloud', 'network']) {
    const address = `acme/private/acme/${name}`
    await createProvider(app, owner, address)
    for (const version of ['1.9.0', '1.10.0']) await createProviderVersion(app, owner, address, version)
    await createPlatform(app, owner, address, '1.9.0')
  }
  const shown = await organizationOf(
    owner,
    `registryProviders(page: { size: 5 }) { nodes { id registryName namespace name deprecation { reason } sourceUrl warnings createdAt updatedAt versions(page: { size: 5 }) { totalCount nodes {
      id version keyId protocols published publicationError provenance { issuer } warnings deprecation { reason } endOfLife { reason } shasumsUploaded shasumsSigUploaded docsUploadedAt createdAt updatedAt
      platforms { id os arch shasum filename providerBinaryUploaded warnings }
    } } } }`,
  )
  const list = '/organizations/acme/registry-providers'
  const providers = (await as(app, owner).get(list)).body.data as Document[]
  const expected: Facts[] = []
  for (const provider of providers) {
    const { registryName, ...facts } = camelKeys(provider)
    const path = `${list}/${String(registryName)}/${String(facts['namespace'])}/${String(facts['name'])}/versions`
    const versions =
      registryName === 'private' ? ((await as(app, owner).get(path)).body.data as Document[]) : []
    const nodes: Facts[] = []
    for (const version of versions) {
      const { body } = await as(app, owner).get(`${path}/${String(version.attributes['version'])}/platforms`)
      nodes.push({ ...camelKeys(version), platforms: (body.data as Document[]).map(camelKeys) })
    }
    const kind = String(registryName).toUpperCase()
    expected.push({ ...facts, registryName: kind, versions: { totalCount: nodes.length, nodes } })
  }
  expect(expected).toHaveLength(3)
  expect(shown['registryProviders']?.nodes).toEqual(expected)
  const filtered = await organizationOf(
    owner,
    'registryProviders(registryName: PRIVATE, search: "CLOU") { nodes { name versions(page: {size: 1}) { nodes { version } } } }',
  )
  expect(filtered['registryProviders']?.nodes).toEqual([
    { name: 'cloud', versions: { nodes: [{ version: '1.10.0' }] } },
  ])
})

test('and of signing keys', async () => {
  const { publicKey } = await generateKey({ userIDs: [{ name: 'Release' }], format: 'armored' })
  await app.services.gpgKeys.create(owner.ctx, { namespace: 'acme', asciiArmor: publicKey })
  const fields = 'id namespace keyId asciiArmor createdAt updatedAt'
  const shown = await organizationOf(owner, `gpgKeys { nodes { ${fields} } }`)
  const rest = await app.http
    .get('/api/registry/private/v2/gpg-keys?filter[namespace]=acme')
    .set('Authorization', `Bearer ${owner.token}`)
  const facts = (rest.body.data as Document[]).map(({ id, attributes }) => {
    const own = Object.entries(attributes).filter(
      ([key]) => !/^(source|source-url|trust-signature)$/.test(key),
    )
    return camelKeys({ id, attributes: Object.fromEntries(own) })
  })
  expect(facts).toHaveLength(1)
  expect(shown['gpgKeys']?.nodes).toEqual(facts)
})

test('and of what a signing key says of itself: its owner, when it expires, and who signs', async () => {
  const keyExpirationTime = 30 * 24 * 60 * 60
  const { publicKey } = await generateKey({
    userIDs: [{ name: 'Release', email: 'release@example.com' }],
    keyExpirationTime,
    format: 'armored',
  })
  const { keyId } = await app.services.gpgKeys.create(owner.ctx, { namespace: 'acme', asciiArmor: publicKey })
  const fields = 'keyId userIds expiresAt signerIds'
  const { gpgKeys } = await organizationOf(owner, `gpgKeys { nodes { ${fields} } }`)
  const keys = gpgKeys?.nodes as { keyId: string; expiresAt: string | null; signerIds: string[] }[]
  const key = keys.find((each) => each.keyId === keyId)
  expect(key).toMatchObject({ userIds: ['Release <release@example.com>'] })
  expect(key?.signerIds).toEqual([keyId, expect.stringMatching(/^[0-9A-F]{16}$/)])
  expect(Date.parse(key?.expiresAt ?? '')).toBeGreaterThan(Date.now())
  expect(keys.find((each) => each.keyId !== keyId)?.expiresAt).toBeNull()
})
