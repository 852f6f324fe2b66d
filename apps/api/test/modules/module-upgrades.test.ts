import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { days, later } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { as, dataOf, documentOf, expectDetails, must, notFoundBody } from '../rest.js'
import { statementsOf } from '../statements.js'
import { announced, stateText } from '../states/states.js'
import { createModule, modulePath, publish, setStatus, versionIdOf, type Caller } from './module-requests.js'
import { countDistances, declaring, download, downloaded, publishDeclaring } from './usage.js'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const admin = await app.make.administrator('root')
const owner = await app.make.user('olga')
const acme = await app.make.organization(owner, 'acme')
const member = await app.make.member(acme, 'mia')
const other = await app.make.user('otto')
const globex = await app.make.organization(other, 'globex')
const guest = await app.make.member(globex, 'gina')
const stranger = await app.make.user('sam')
const initech = await app.make.organization(stranger, 'initech')
const ops = await app.make.team(other, globex, { name: 'ops' })
const { tokens } = app.services
const whose = { type: 'team', id: ops.id, organizationId: globex.id } as const
const ci = (await tokens.create(other.ctx, whose, { description: '=cmd' })).value
const nightly = (await tokens.create(other.ctx, whose, { description: 'nightly' })).value

const share = (names: readonly string[]) =>
  app.services.registryPartnerships.set(admin.ctx, acme.id, { modules: names.map((name) => ({ name })) })
await share(['globex'])

interface Upgrade {
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>>
}

async function upgrades(by: Caller, organization: string, query = ''): Promise<readonly Upgrade[]> {
  await countDistances(app)
  const answer = await as(app, by).get(`/organizations/${organization}/module-upgrades${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}

const of = (address: string) => `?filter[module]=${address}`

/** A module of acme. */
async function made(name: string, versions: Readonly<Record<string, readonly string[]>>): Promise<string> {
  const address = `acme/${name}/aws`
  await createModule(app, owner, address)
  await publishDeclaring(app, owner, address, versions)
  return address
}

rule(
  '§17 who has to move',
  'What its tokens and members downloaded and is not the newest of its line, with where to go',
)
test('a version that is behind is listed with the newest, the highest that breaks nothing, and who uses it', async () => {
  const address = await made('network', {
    '1.0.0': ['size'],
    '1.1.0': ['size', 'zone'],
    '1.2.0': ['size', 'zone'],
    '2.0.0': ['zone'],
  })
  await download(app, ci, address, '1.0.0', 2)
  await download(app, nightly, address, '1.0.0')
  await download(app, guest, address, '1.0.0')
  await download(app, guest, address, '1.2.0')
  const [upgrade, ...more] = await upgrades(guest, 'globex', of(address))
  expect(more).toEqual([])
  expect(upgrade).toEqual({
    id: expect.stringMatching(/^upgrade-[0-9a-f]{16}$/),
    type: 'module-upgrades',
    attributes: {
      module: address,
      version: '1.0.0',
      status: 'behind',
      'end-of-life': null,
      newest: '2.0.0',
      'newest-compatible': '1.2.0',
      'breaking-count': 1,
      'last-downloaded-at': app.clock.now().toISOString(),
      downloads: 4,
      'token-count': 3,
      'used-by': [
        { kind: 'team', name: '=cmd', team: 'ops' },
        { kind: 'team', name: 'nightly', team: 'ops' },
        { kind: 'user', name: 'gina', team: null },
      ],
    },
  })
  // Those of acme use nothing of it.
  expect(await upgrades(member, 'acme', of(address))).toEqual([])
})

test('below 1.0.0 the minor is the line, and a pre-release is the newest where there is nothing else', async () => {
  const address = await made('early', { '0.1.0': [], '0.1.1': [], '0.2.0': [], '1.0.0-rc.1': [] })
  for (const version of ['0.1.0', '0.1.1', '0.2.0', '1.0.0-rc.1']) await download(app, ci, address, version)
  const found = await upgrades(other, 'globex', of(address))
  expect(found.map(({ attributes }) => [attributes['version'], attributes['newest']])).toEqual([
    ['0.1.0', '0.2.0'],
  ])
})

rule('§17 who has to move', 'What is revoked, deprecated or ends is a row, newest or not; the worst first')
test('what is revoked, ends or is deprecated is listed, newest or not, in this order and before what is behind', async () => {
  const end = later(app.clock.now(), days(200)).toISOString()
  const addresses: Record<string, string> = {}
  for (const status of ['behind', 'deprecated', 'ending', 'revoked']) {
    const address = await made(`order-${status}`, { '1.0.0': ['a'], '1.1.0': ['a'] })
    await download(app, ci, address, '1.0.0')
    await download(app, ci, address, '1.1.0')
    addresses[status] = address
  }
  await must(setStatus(app, owner, addresses['deprecated'] ?? '', '1.1.0', 'Deprecated', { reason: 'Old' }))
  await must(setStatus(app, owner, addresses['revoked'] ?? '', '1.1.0', 'Revoked', { reason: 'A hole' }))
  const body = documentOf('registry-module-versions', { 'end-of-life': { date: end, reason: 'Over' } })
  await must(as(app, owner).patch(`${modulePath(addresses['ending'] ?? '')}/1.1.0`, { body }))
  const found = (await upgrades(other, 'globex')).filter(({ attributes }) =>
    String(attributes['module']).includes('order-'),
  )
  const shown = found.map(({ attributes }) =>
    ['module', 'version', 'status', 'newest', 'newest-compatible', 'breaking-count'].map(
      (name) => attributes[name],
    ),
  )
  expect(shown).toEqual([
    // From what is revoked there may be no other way than back.
    ['acme/order-revoked/aws', '1.1.0', 'revoked', '1.0.0', '1.0.0', 0],
    ['acme/order-ending/aws', '1.1.0', 'end-of-life', '1.1.0', null, 0],
    ['acme/order-deprecated/aws', '1.1.0', 'deprecated', '1.1.0', null, 0],
    ['acme/order-behind/aws', '1.0.0', 'behind', '1.1.0', '1.1.0', 0],
    ['acme/order-deprecated/aws', '1.0.0', 'behind', '1.1.0', '1.1.0', 0],
    ['acme/order-ending/aws', '1.0.0', 'behind', '1.1.0', '1.1.0', 0],
  ])
  expect(found[1]?.attributes['end-of-life']).toEqual({ date: end, reason: 'Over' })
  for (const status of ['revoked', 'end-of-life', 'deprecated', 'behind'])
    expect(
      (await upgrades(other, 'globex', `?filter[status]=${status}`)).map((each) => each.attributes['status']),
    ).toEqual(expect.arrayContaining([status]))
  expect(await upgrades(other, 'globex', `?filter[status]=revoked`)).toEqual([found[0]])
})

rule('§17 who has to move', 'The highest that breaks nothing is found by comparison, not by number')
test('a minor that breaks is passed over, and a major that breaks nothing is not', async () => {
  const address = await made('compared', {
    '1.0.0': ['size'],
    '1.1.0': ['size'],
    '1.2.0': [],
    '2.0.0': ['size', 'zone'],
    '3.0.0': [],
  })
  await download(app, ci, address, '1.0.0')
  const [upgrade] = await upgrades(other, 'globex', of(address))
  expect(upgrade?.attributes).toMatchObject({
    newest: '3.0.0',
    'newest-compatible': '2.0.0',
    'breaking-count': 1,
  })
})

test('of many versions those of its own line and the newest of the others are compared', async () => {
  const address = await made('many', { '1.0.0': ['size'], '1.1.0': ['size'] })
  const id = await versionIdOf(app, address, '1.1.0')
  const published = await app.prisma.moduleVersion.findUniqueOrThrow({
    where: { id },
    omit: { interface: true, provenance: true },
    include: { document: true },
  })
  const { document, ...version } = published
  if (!document) throw new Error('1.1.0 has no document')
  await publish(app, owner, address, '2.0.0', declaring([]))
  const breaking = await app.prisma.moduleVersionDocument.findFirstOrThrow({
    where: { version: { moduleId: version.moduleId, version: '2.0.0' } },
  })
  for (let n = 1; n <= 60; n++) {
    const facts = {
      ...version,
      id: `modver-${n}`,
      version: `2.0.${n}`,
      sortKey: `0012${String(n).padStart(6, '0')}~`,
    }
    await app.prisma.moduleVersion.create({ data: facts })
    await app.prisma.moduleVersionDocument.create({ data: { ...breaking, versionId: facts.id } })
  }
  await download(app, ci, address, '1.0.0')
  const [upgrade] = await upgrades(other, 'globex', of(address))
  expect(upgrade?.attributes).toMatchObject({ 'newest-compatible': '1.1.0', 'breaking-count': 1 })
})

test('only so many days count, today among them: 30 unless 1 to 90 are asked for', async () => {
  const address = await made('dated', { '1.0.0': [], '1.1.0': [], '1.2.0': [] })
  await downloaded(app, address, '1.0.0', { ago: 29, organizationId: globex.id })
  await downloaded(app, address, '1.1.0', { ago: 30, organizationId: globex.id })
  const versions = async (query: string) =>
    (await upgrades(other, 'globex', `${of(address)}${query}`)).map(({ attributes }) => attributes['version'])
  expect(await versions('')).toEqual(['1.0.0'])
  expect(await versions('&days=31')).toEqual(['1.0.0', '1.1.0'])
  expect(await versions('&days=1')).toEqual([])
  const [first] = await upgrades(other, 'globex', of(address))
  expect(first?.attributes['last-downloaded-at']).toBe('2026-01-31T00:00:00.000Z')
})

rule('§17 who has to move', 'Bad input is 400: days outside 1 to 90, and values that a filter does not know')
test('days outside 1 to 90, statuses that there are not, and what is no address are refused', async () => {
  const paths = ['/organizations/globex/module-upgrades']
  await made('asked', { '1.0.0': [] })
  for (const value of ['0', '91', '-1', '1.5', 'all', '99999999999999999999']) {
    for (const path of [...paths, `${modulePath('acme/asked/aws')}/consumers`])
      expectDetails(
        await as(app, path.includes('acme') ? owner : other).get(`${path}?days=${value}`),
        400,
        'days is invalid',
      )
  }
  const asked = (query: string) => as(app, other).get(`${paths[0]}?${query}`)
  expectDetails(await asked('filter[status]=current'), 400, 'filter[status] is invalid')
  expectDetails(await asked('filter[module]=network'), 400, 'filter[module] is not namespace/name/provider')
  expectDetails(await asked('filter[team]=ops'), 400, 'filter[team] is not a parameter of this list')
  expect((await asked('filter[module]=acme/nothing/aws')).body.data).toEqual([])
  expect((await asked('filter[module]=ACME/Network/aws')).body.data).toHaveLength(1)
})

rule('§17 who has to move', 'Members read it; what is not shared any more is not told')
test('members, owners and administrators read it; for others there is no such list', async () => {
  const path = '/organizations/globex/module-upgrades'
  for (const by of [guest, other, admin, ci]) expect((await as(app, by).get(path)).status).toBe(200)
  for (const by of [stranger, owner]) {
    const answer = await as(app, by).get(path)
    expect([answer.status, answer.body]).toEqual([404, notFoundBody])
  }
  // What the engine's token may ask for says nothing of persons.
  const engine = await app.make.token(guest, { scopes: ['registry'] })
  expect((await as(app, engine).get(path)).status).toBe(404)
  expect((await as(app, await app.make.token(guest, { scopes: ['read'] })).get(path)).status).toBe(200)
})

test('a module that is not shared any more is in no list of its former consumer', async () => {
  const address = await made('lent', { '1.0.0': [], '1.1.0': [] })
  await download(app, ci, address, '1.0.0')
  expect(await upgrades(other, 'globex', of(address))).toHaveLength(1)
  await share([])
  try {
    expect(await upgrades(other, 'globex')).toEqual([])
  } finally {
    await share(['globex'])
  }
  expect(await upgrades(other, 'globex', of(address))).toHaveLength(1)
})

test('what persons use counts for each of their organizations that may use it, and for no other', async () => {
  const both = await app.make.member(globex, 'bo')
  await app.prisma.organizationMembership.create({
    data: { id: 'ou-of-bo', organizationId: initech.id, userId: both.id, createdAt: app.clock.now() },
  })
  const address = await made('personal', { '1.0.0': [], '1.1.0': [] })
  await download(app, both, address, '1.0.0')
  expect(await upgrades(other, 'globex', of(address))).toHaveLength(1)
  expect(await upgrades(stranger, 'initech')).toEqual([])
  const { data } = (await as(app, owner).get(`${modulePath(address)}/consumers`)).body
  expect(data.map(({ attributes }: Upgrade) => attributes['organization'])).toEqual(['globex'])
})

test('a token is named with the workspaces whose current states it wrote', async () => {
  await app.make.engineVersion(admin, '1.9.0')
  const workspace = await app.make.workspace(other, globex, '1.9.0', 'production')
  const manager = await app.make.team(other, globex, {
    name: 'deploy',
    organizationAccess: { 'manage-workspaces': true },
  })
  const writer = { type: 'team', id: manager.id, organizationId: globex.id } as const
  const token = (await tokens.create(other.ctx, writer, { description: 'apply' })).value
  const address = await made('applied', { '1.0.0': [], '1.1.0': [] })
  await download(app, token, address, '1.0.0')
  await must(as(app, token).post(`/workspaces/${workspace.id}/actions/lock`))
  const body = announced(stateText())
  await must(as(app, token).post(`/workspaces/${workspace.id}/state-versions`, { body }))
  const [upgrade] = await upgrades(other, 'globex', of(address))
  expect(upgrade?.attributes['used-by']).toEqual([
    { kind: 'team', name: 'apply', team: 'deploy' },
    { kind: 'workspace', name: 'production', team: null },
  ])
})

test('a token that is gone is counted and not named, and a version that is gone is not listed', async () => {
  const address = await made('gone', { '1.0.0': [], '1.1.0': [], '1.2.0': [] })
  const passing = await tokens.create(other.ctx, whose, { description: 'passing' })
  await download(app, passing.value, address, '1.0.0')
  await download(app, passing.value, address, '1.1.0')
  await app.prisma.authenticationToken.deleteMany({ where: { description: 'passing' } })
  await must(as(app, owner).delete(`${modulePath(address)}/1.1.0`))
  const found = await upgrades(other, 'globex', of(address))
  expect(
    found.map(({ attributes }) => [attributes['version'], attributes['token-count'], attributes['used-by']]),
  ).toEqual([['1.0.0', 1, []]])
})

rule(
  '§17 who has to move',
  'Who manages modules of the producer sees who uses which version, of others the name alone',
)
test('consumers are listed by organization and version, with those who use it of the own organization alone', async () => {
  const address = await made('used', { '1.0.0': ['size'], '1.1.0': ['size'], '2.0.0': [] })
  await download(app, ci, address, '1.0.0', 3)
  await download(app, guest, address, '1.0.0')
  await download(app, member, address, '2.0.0')
  await download(app, admin, address, '1.1.0')
  await countDistances(app)
  const path = `${modulePath(address)}/consumers`
  const at = app.clock.now().toISOString()
  const common = { 'end-of-life': null, 'last-downloaded-at': at }
  const answer = await as(app, owner).get(path)
  expect(answer.status, answer.text).toBe(200)
  expect(
    answer.body.data.map(({ type, attributes }: { type: string } & Upgrade) => [type, attributes]),
  ).toEqual([
    [
      'module-consumers',
      {
        ...common,
        organization: 'globex',
        version: '1.0.0',
        status: 'behind',
        downloads: 4,
        'breaking-count': 1,
        'used-by': null,
      },
    ],
    [
      'module-consumers',
      {
        ...common,
        organization: 'acme',
        version: '2.0.0',
        status: 'current',
        downloads: 1,
        'breaking-count': 0,
        'used-by': [{ kind: 'user', name: 'mia', team: null }],
      },
    ],
    [
      'module-consumers',
      {
        ...common,
        organization: null,
        version: '1.1.0',
        status: 'current',
        downloads: 1,
        'breaking-count': 1,
        'used-by': null,
      },
    ],
  ])
  const ids = answer.body.data.map(({ id }: Upgrade) => id)
  expect(new Set(ids).size).toBe(3)
  expect((await as(app, owner).get(path)).body.data.map(({ id }: Upgrade) => id)).toEqual(ids)
  expect(answer.text).not.toContain(globex.id)

  const manager = await app.make.manager(acme, { manageModules: true })
  for (const by of [owner, manager, admin]) expect((await as(app, by).get(path)).status).toBe(200)
  for (const by of [member, other, guest, stranger, ci]) {
    const refused = await as(app, by).get(path)
    expect([refused.status, refused.body]).toEqual([404, notFoundBody])
  }
})

test('both lists are paged, in the same order on every page', async () => {
  const all = await upgrades(other, 'globex', '?page[size]=100')
  expect(all.length).toBeGreaterThan(5)
  const pages: Upgrade[] = []
  for (let number = 1; pages.length < all.length; number++)
    pages.push(...(await upgrades(other, 'globex', `?page[size]=2&page[number]=${number}`)))
  expect(pages.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  const beyond = await as(app, other).get(
    '/organizations/globex/module-upgrades?page[number]=9007199254740991',
  )
  expect([beyond.body.data, beyond.body.meta.pagination['total-count']]).toEqual([[], all.length])
})

rule('§17 who has to move', 'Both as CSV, in which a spreadsheet computes no cell')
test('as CSV comes the whole list, with a line of names, and no cell is a formula', async () => {
  const headers = { Accept: 'text/csv' }
  const address = 'acme/network/aws'
  const answer = await as(app, other).get(`/organizations/globex/module-upgrades${of(address)}`, { headers })
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['vary']).toBe('Authorization, Accept')
  const at = app.clock.now().toISOString()
  expect(answer.text.split('\r\n')).toEqual([
    'module,version,status,end-of-life,newest,newest-compatible,breaking-count,last-downloaded-at,downloads,token-count,used-by',
    `${address},1.0.0,behind,,2.0.0,1.2.0,1,${at},4,3,"'=cmd, nightly, gina"`,
    '',
  ])
  const whole = await as(app, other).get('/organizations/globex/module-upgrades', { headers })
  const { meta } = (await as(app, other).get('/organizations/globex/module-upgrades')).body
  expect(whole.text.trim().split('\r\n')).toHaveLength(1 + meta.pagination['total-count'])
  const page = await as(app, other).get('/organizations/globex/module-upgrades?page[size]=2', { headers })
  expect(page.text.trim().split('\r\n')).toHaveLength(3)
  const consumers = await as(app, owner).get(`${modulePath('acme/used/aws')}/consumers`, { headers })
  expect(consumers.text.split('\r\n').slice(0, 2)).toEqual([
    'organization,version,status,end-of-life,last-downloaded-at,downloads,breaking-count,used-by',
    `globex,1.0.0,behind,,${at},4,1,`,
  ])
  const again = { ...headers, 'If-None-Match': answer.headers['etag'] ?? '' }
  expect(
    (await as(app, other).get(`/organizations/globex/module-upgrades${of(address)}`, { headers: again }))
      .status,
  ).toBe(304)
  expect((await as(app, stranger).get('/organizations/globex/module-upgrades', { headers })).status).toBe(404)
  expectDetails(
    await as(app, other).get('/organizations/globex/module-upgrades?days=0', { headers }),
    400,
    'days is invalid',
  )
})

test('GraphQL finds upgrades by a part of the address of the module', async () => {
  const found = async (search: string) => {
    const asked = `{ organization(name: "globex") { moduleUpgrades(search: "${search}") { nodes { namespace name provider } } } }`
    const { organization } = await dataOf(app, guest, asked)
    return (organization as { moduleUpgrades: { nodes: unknown[] } }).moduleUpgrades.nodes
  }
  expect(await found('ME/netw')).toEqual([{ namespace: 'acme', name: 'network', provider: 'aws' }])
  expect(await found('%')).toEqual([])
  expect(await found('')).not.toEqual([])
})

test('GraphQL tells the same, and what revoking a version would break', async () => {
  const asked = `{ organization(name: "globex") { moduleUpgrades(module: "acme/network/aws", status: BEHIND) { totalCount nodes {
    id namespace name provider version status newest newestCompatible breakingCount downloads tokenCount usedBy { kind name team }
  } } } }`
  const { organization } = await dataOf(app, guest, asked)
  const [rest] = await upgrades(guest, 'globex', of('acme/network/aws'))
  expect(organization?.['moduleUpgrades']).toMatchObject({
    totalCount: 1,
    nodes: [
      {
        id: rest?.id,
        version: '1.0.0',
        status: 'BEHIND',
        newestCompatible: '1.2.0',
        breakingCount: 1,
        tokenCount: 3,
      },
    ],
  })
  const { id } = await app.prisma.module.findFirstOrThrow({ where: { name: 'used' } })
  const module = `{ registryModule(id: "${id}") { consumers { totalCount nodes { organization version status usedBy { name } } }
    versionUsage(version: "1.0.0") { organizations tokens lastDownloadedAt } } }`
  const mine = await dataOf(app, owner, module)
  expect(mine['registryModule']).toMatchObject({
    consumers: {
      totalCount: 3,
      nodes: [{ organization: 'globex', status: 'BEHIND', usedBy: null }, { status: null }, {}],
    },
    versionUsage: { organizations: 1, tokens: 2, lastDownloadedAt: app.clock.now().toISOString() },
  })
  expect((await dataOf(app, member, module))['registryModule']).toEqual({
    consumers: null,
    versionUsage: null,
  })
})

test('what a page computes is bounded: as many statements whether it has one row or many, counted or not', async () => {
  const path = '/organizations/globex/module-upgrades'
  const ask = async (query: string, by = app) => {
    const { own } = await statementsOf(by, () => as(by, other).get(`${path}?${query}`))
    expect(own.filter(({ text }) => text.includes('module_version_documents'))).toEqual([])
    return own.length
  }
  await ask('page[size]=100')
  const counted = await ask('page[size]=100')
  expect(await ask('page[size]=1')).toBe(counted)
  const process = await startTestApp({ LOG_LEVEL: 'silent' }, app)
  const address = await made('fresh', { '1.0.0': ['size'], '1.1.0': ['size'], '2.0.0': [] })
  await download(app, ci, address, '1.0.0')
  expect(await ask('page[size]=100')).toBe(counted)
  expect(await ask('page[size]=100', process)).toBe(counted)
})
