import { archive, file } from '@engine/module-source/testing'
import { generateKey } from 'openpgp'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { createModule, publish } from '../modules/module-requests.js'
import { createProvider } from '../providers.js'
import { dataOf, graphql } from '../rest.js'
import { statementsOf } from '../statements.js'

const app = await startTestApp({ LOG_LEVEL: 'silent', ANSWER_CACHE_LIMIT: '0' })
const admin = await app.make.administrator('root')
const olga = await app.make.user('olga')
const harbor = await app.make.organization(olga, 'harbor')
const mia = await app.make.member(harbor, 'mia')
const stranger = await app.make.user('sam')
await app.make.organization(stranger, 'harbor-of-others')
await app.make.engineVersion(admin, '1.7.3')
await app.make.workspace(admin, harbor, '1.7.3', 'harbor-lights')
await app.make.team(olga, harbor, { name: 'harbor-pilots' })
await createProvider(app, olga, 'harbor/private/harbor/crane')
await createModule(app, olga, 'harbor/network/aws')
await publish(
  app,
  olga,
  'harbor/network/aws',
  '1.0.0',
  archive(file('main.tf', 'variable "flow_logs_days" {}')),
)

const document = `query ($text: String!) {
  search(text: $text) { kind id name organization detail matches { kind text } }
}`

type Hit = { kind: string; id: string; name: string; organization: string | null; detail: string | null }

async function search(by: Person | string, text: string): Promise<(Hit & { matches: object[] })[]> {
  const data = await dataOf(app, by, document, { text })
  return data['search'] as never
}

const found = async (by: Person | string, text: string): Promise<string[]> =>
  (await search(by, text)).map(({ kind, name, organization }) =>
    [kind, ...(organization === null ? [] : [organization]), name].join(' '),
  )

test('a member finds what belongs to the own organizations, the closest names first', async () => {
  expect(await found(mia, 'HARBOR')).toEqual([
    'ORGANIZATION harbor',
    'TEAM harbor harbor-pilots',
    'WORKSPACE harbor harbor-lights',
    'PROVIDER harbor crane',
    'MODULE harbor network',
  ])
  expect(await found(stranger, 'harbor')).toEqual(['ORGANIZATION harbor-of-others'])
})

test('a member finds the other members, by name or address; a site administrator finds all users', async () => {
  const [hit] = await search(mia, 'olga')
  const { id } = await app.prisma.organizationMembership.findFirstOrThrow({ where: { userId: olga.id } })
  expect(hit).toMatchObject({ kind: 'MEMBER', id, name: 'olga', organization: 'harbor' })
  expect(await found(stranger, 'olga')).toEqual([])
  expect(await search(admin, 'olga@example')).toMatchObject([
    { kind: 'USER', id: olga.id, name: 'olga', organization: null, detail: 'olga@example.com' },
  ])
})

test('each hit says how many there are, and what the caller may do in its organization', async () => {
  for (const number of [1, 2, 3, 4, 5, 6, 7]) await app.make.team(olga, harbor, { name: `quay-${number}` })
  type Counted = { kind: string; total: number; permissions: string[] }
  const hitsOf = async (by: Person, text: string): Promise<Counted[]> => {
    const query = 'query ($text: String!) { search(text: $text) { kind name total permissions } }'
    return (await graphql(app, by, query, { text })).data['search'] as never
  }
  const quays = await hitsOf(mia, 'quay')
  expect(quays.map(({ total }) => total)).toEqual([7, 7, 7, 7, 7, 7])
  expect(quays[0]?.permissions).not.toContain('TEAMS_WRITE')
  const [ofOwner] = await hitsOf(olga, 'quay')
  expect(ofOwner?.permissions).toContain('TEAMS_WRITE')
  const [organization, ...others] = await hitsOf(olga, 'harbor')
  expect(organization).toMatchObject({ kind: 'ORGANIZATION', total: 1 })
  expect(organization?.permissions).toContain('WORKSPACES_WRITE')
  expect(others.find(({ kind }) => kind === 'MODULE')?.permissions).toContain('MODULES_WRITE')
  const [version] = await hitsOf(admin, '1.7.3')
  expect(version).toMatchObject({ kind: 'ENGINE_VERSION', total: 1, permissions: [] })
})

test('what is deprecated or revoked as a whole says so', async () => {
  const wreck = await createProvider(app, olga, 'harbor/private/harbor/wreck')
  const statusOf = async (by: Person, text: string) => {
    const query = 'query ($text: String!) { search(text: $text) { name deprecationStatus } }'
    return (await graphql(app, by, query, { text })).data['search']
  }
  expect(await statusOf(mia, 'wreck')).toEqual([{ name: 'wreck', deprecationStatus: null }])
  for (const status of ['Deprecated', 'Revoked']) {
    const deprecation = { 'deprecated-status': status, reason: 'Sunk' }
    await app.services.providers.update(olga.ctx, wreck.id, { deprecation })
    expect(await statusOf(mia, 'wreck')).toEqual([{ name: 'wreck', deprecationStatus: status.toUpperCase() }])
  }
  await app.services.providers.delete(olga.ctx, wreck.id)
  await app.make.engineVersion(admin, '1.6.1', { deprecated: true })
  expect(await statusOf(admin, '1.6.1')).toEqual([{ name: '1.6.1', deprecationStatus: 'DEPRECATED' }])
})

test('what is disabled or suspended says so', async () => {
  const query = 'query ($text: String!) { search(text: $text) { isDisabled } }'
  const isDisabled = async (text: string) =>
    (await graphql(app, admin, query, { text })).data['search'] as unknown
  await app.make.engineVersion(admin, '1.6.2', { enabled: false })
  await app.make.engineVersion(admin, '1.6.3')
  expect(await isDisabled('1.6.2')).toEqual([{ isDisabled: true }])
  expect(await isDisabled('1.6.3')).toEqual([{ isDisabled: false }])
  const away = await app.make.user('away-1')
  expect(await isDisabled('away-1')).toEqual([{ isDisabled: false }])
  await app.services.users.act(admin.ctx, away.id, 'suspend')
  expect(await isDisabled('away-1')).toEqual([{ isDisabled: true }])
})

test('engine versions and organizations of others are for site administrators', async () => {
  expect(await found(admin, '1.7.3')).toEqual(['ENGINE_VERSION 1.7.3'])
  expect(await found(olga, '1.7.3')).toEqual([])
  const all = await found(admin, 'harbor')
  expect(all).toEqual(expect.arrayContaining(['ORGANIZATION harbor', 'ORGANIZATION harbor-of-others']))
})

test('modules are found by what is inside them, which is said', async () => {
  expect(await search(mia, 'flow_logs_days')).toMatchObject([
    {
      kind: 'MODULE',
      name: 'network',
      organization: 'harbor',
      detail: 'aws',
      matches: [{ kind: 'INPUT', text: 'flow_logs_days' }],
    },
  ])
})

test('a signing key is found by its id, in any case', async () => {
  const { publicKey } = await generateKey({ userIDs: [{ name: 'harbor' }], format: 'armored' })
  const { keyId } = await app.services.gpgKeys.create(olga.ctx, {
    namespace: 'harbor',
    asciiArmor: publicKey,
  })
  expect(await found(mia, keyId.toLowerCase().slice(2, 12))).toEqual([`SIGNING_KEY harbor ${keyId}`])
  expect(await found(stranger, keyId)).toEqual([])
})

test('blanks, signs of patterns and very long texts find nothing', async () => {
  for (const text of ['', '   ', '%', '_%_', 'harbor'.repeat(100)]) expect(await found(mia, text)).toEqual([])
})

test('a token finds what its scopes let it read', async () => {
  const token = await app.make.token(olga, { scopes: ['registry'] })
  expect(await found(token, 'harbor')).toEqual(['PROVIDER harbor crane', 'MODULE harbor network'])
})

test('the members of a disabled organization find nothing of it', async () => {
  const owner = await app.make.user('dora')
  const organization = await app.make.organization(owner, 'drydock')
  await app.make.team(owner, organization, { name: 'drydock-team' })
  expect(await found(owner, 'drydock')).toHaveLength(2)
  await app.services.adminOrganizations.update(admin.ctx, organization.id, { isDisabled: true })
  expect(await found(owner, 'drydock')).toEqual([])
})

test('at most six of each kind are found, by as many statements as one', async () => {
  const owner = await app.make.user('lena')
  const lagoon = await app.make.organization(owner, 'lagoon')
  const grow = async (index: number) => {
    await app.make.team(owner, lagoon, { name: `tide-${index}` })
    await createModule(app, owner, `lagoon/tide-${index}/aws`)
  }
  await grow(1)
  await search(owner, 'tide')
  const one = await statementsOf(app, () => search(owner, 'tide'))
  for (let index = 2; index <= 8; index++) await grow(index)
  const eight = await statementsOf(app, () => search(owner, 'tide'))
  expect(one.answer).toHaveLength(2)
  expect(eight.answer).toHaveLength(12)
  expect(eight.own.length).toBe(one.own.length)
})

test('without a sign-in nothing is searched', async () => {
  const { errors } = await graphql(app, undefined, document, { text: 'harbor' })
  expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
})
