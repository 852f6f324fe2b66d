import { rule } from '@engine/shared/rule'
import type { Response } from 'supertest'
import { describe, expect, test, vi } from 'vitest'
import { hours } from '../../src/kernel/clock.js'
import { OriginTwin } from '../../load/src/origin/origin-twin.js'
import type { ProviderTwin } from '../../load/src/origin/provider-twin.js'
import { newSigningKey } from '../../load/src/origin/signing.js'
import { startTestApp } from '../app.js'
import { onFinished } from '../on-finished.js'
import { makePublicProvider, refuseTo } from '../public-providers.js'
import { as, documentOf, expectDetails, expectFaults, notFoundBody } from '../rest.js'

const origin = 'registry.example'
const twin = await new OriginTwin().listen()
onFinished(() => twin.close())
const app = await startTestApp({
  LOG_LEVEL: 'silent',
  PUBLIC_REGISTRY_URL: twin.url,
  PUBLIC_REGISTRY_HOST: origin,
  PROVIDER_ORIGINS: 'sealed.example=',
  PUBLIC_PROVIDERS: 'listed',
  PROVIDER_COOLDOWN: '72h',
})
const admin = await app.make.administrator('root')
const owner = await app.make.user('owner')
const acme = await app.make.organization(owner, 'acme')
const key = await newSigningKey()

const path = '/admin/public-providers'
const versionPath = '/admin/public-provider-versions'
const ask = as(app, admin)

/** An hour before, by the clock of the app. */
const recently = (): string => new Date(app.clock.now().getTime() - hours(1)).toISOString()

/** A provider at the origin, with an old version, one that the site's cooldown holds, and one that nothing proves. */
const atOrigin = (name = `cloud-${app.make.next()}`): Promise<ProviderTwin> =>
  twin.add('someone', name, {
    key,
    versions: [
      { version: '1.0.0', packages: true },
      { version: '1.1.0', publishedAt: recently() },
      { version: '0.9.0', signing: { by: null } },
    ],
  })

const addressOf = ({ namespace, name }: ProviderTwin): object =>
  documentOf('public-providers', { origin, namespace, name })

/** The same, as it is known here. */
async function known(): Promise<{ twin: ProviderTwin; id: string; versions: Record<string, string> }> {
  const provider = await atOrigin()
  const { body } = await ask.post(path, { body: addressOf(provider) })
  const { id } = body.data as { id: string }
  const listed = (await ask.get(`${path}/${id}/versions`)).body.data as Version[]
  const versions = Object.fromEntries(listed.map((each) => [each.attributes.version, each.id]))
  return { twin: provider, id, versions }
}

interface Version {
  readonly id: string
  readonly attributes: { readonly version: string; readonly status: string }
}

const decide = (id: string | undefined, attributes: object, headers = {}): Promise<Response> =>
  ask.patch(`${versionPath}/${id}`, { body: documentOf('public-provider-versions', attributes), headers })

const named = (...names: readonly unknown[]): object => ({
  data: names.map((id) => ({ type: 'organizations', id })),
})

const audited = async (id: string): Promise<unknown[]> =>
  (
    await app.prisma.auditEvent.findMany({
      where: { subjectId: id, actorName: 'root' },
      orderBy: { id: 'asc' },
      select: { action: true, reason: true },
    })
  ).map(({ action, reason }) => [action, reason])

describe('creation', () => {
  rule('§14 decisions', 'POST looks at a provider for the first time: 201, and 200 for a known one')
  test('looks at the origin at once and shows what is there; a known one is 200 and unchanged', async () => {
    const provider = await atOrigin()
    const made = await ask.post(path, { body: addressOf(provider) })
    expect(made.status, made.text).toBe(201)
    const { id } = made.body.data as { id: string }
    const now = app.clock.now().toISOString()
    expect(id).toMatch(/^pubprov-\w{16}$/)
    expect(made.body.data).toEqual({
      id,
      type: 'public-providers',
      attributes: {
        ...{ origin, namespace: 'someone', name: provider.name, 'approved-for-all': false },
        ...{ 'newest-available': '1.0.0', 'held-count': 1, 'altered-count': 0, 'listed-by-count': 0 },
        ...{ 'first-seen-at': now, 'looked-at': now, 'look-error': null, wanted: [] },
      },
      relationships: {
        versions: { links: { related: `/api/v2${path}/${id}/versions` } },
        organizations: { links: { related: `/api/v2${path}/${id}/relationships/organizations` } },
      },
      links: { self: `/api/v2${path}/${id}` },
    })
    const capitals = { origin: origin.toUpperCase(), namespace: 'Someone', name: provider.name }
    const again = await ask.post(path, { body: documentOf('public-providers', capitals) })
    expect([again.status, again.body]).toEqual([200, made.body])
    expect((await ask.get(`${path}/${id}`)).body).toEqual(made.body)
    expect(await audited(id)).toEqual([['public-provider.create', null]])
  })

  rule('§14 bad input', 'In /api/v2 an unknown origin, or a namespace or name of another syntax, is 422')
  test('says of each attribute what is wrong with it', async () => {
    const make = (attributes: object) => ask.post(path, { body: documentOf('public-providers', attributes) })
    expectFaults(
      await make({}),
      ['/data/attributes/origin', "Origin can't be blank"],
      ['/data/attributes/namespace', "Namespace can't be blank"],
      ['/data/attributes/name', "Name can't be blank"],
    )
    expectFaults(
      await make({ origin: 'elsewhere.example', namespace: '..', name: 7 }),
      ['/data/attributes/namespace', 'Namespace is invalid'],
      ['/data/attributes/name', 'Name is invalid'],
      ['/data/attributes/origin', 'Origin is not included in the list'],
    )
    const wrong = { data: { type: 'registry-providers', attributes: {} } }
    expect((await ask.post(path, { body: wrong })).status).toBe(422)
  })

  rule('§14 decisions', 'POST is 422 when the origin has no such provider or does not answer')
  test('what the origin does not have, or does not tell, is 422 and not kept', async () => {
    const make = (name: string, at = origin) =>
      ask.post(path, { body: documentOf('public-providers', { origin: at, namespace: 'someone', name }) })
    expectFaults(await make('ghost'), ['/data/attributes/name', 'Name is unknown at the origin'])
    expectFaults(await make('ghost', 'sealed.example'), [
      '/data/attributes/name',
      'Name is unknown at the origin',
    ])
    const { name } = await atOrigin()
    twin.fail({ status: 500 })
    const failed = await make(name)
    twin.recover()
    expectFaults(failed, ['/data/attributes/origin', expect.stringContaining('answered 500') as string])
    expect(await app.prisma.publicProvider.count({ where: { name } })).toBe(0)
    expect((await make(name)).status).toBe(201)
  })
})

rule('§14 decisions', 'Public providers are listed by address, searched by `q` and by `filter[status]`')
test('the list is ordered, paged, searched, and narrowed by what stands of a version', async () => {
  const wanted = await makePublicProvider(app, { name: 'list-wanted' })
  await refuseTo(app, acme, wanted)
  const blocked = await makePublicProvider(app, { name: 'list-blocked' })
  await decide(blocked.versionIds['1.0.0'], { decision: 'block', reason: 'A hole in it' })
  const altered = await makePublicProvider(app, { name: 'list-altered' })
  await app.prisma.publicProviderVersion.updateMany({
    where: { providerId: altered.id },
    data: { alteredAt: app.clock.now(), mismatch: 'Its SHA256SUMS is another' },
  })
  const names = async (query: string): Promise<string[]> =>
    ((await ask.get(`${path}?q=someone/LIST-&${query}`)).body.data as { attributes: { name: string } }[]).map(
      ({ attributes }) => attributes.name,
    )
  expect(await names('')).toEqual(['list-altered', 'list-blocked', 'list-wanted'])
  expect(await names('page[size]=1&page[number]=2')).toEqual(['list-blocked'])
  expect(await names('filter[status]=')).toHaveLength(3)
  expect(await names('filter[status]=altered')).toEqual(['list-altered'])
  expect(await names('filter[status]=blocked')).toEqual(['list-blocked'])
  expect(await names('filter[status]=wanted')).toEqual(['list-wanted'])
  expect(await names('filter[status]=held')).toEqual(['list-wanted'])
  expect(await names('filter[status]=unverified')).toEqual([])
  expectDetails(await ask.get(`${path}?filter[status]=available`), 400, 'filter[status] is invalid')
  const { attributes } = (await ask.get(`${path}/${wanted.id}`)).body.data as { attributes: object }
  expect(attributes).toMatchObject({
    'held-count': 1,
    'newest-available': null,
    wanted: [{ organization: 'acme', count: 2, 'last-at': app.clock.now().toISOString() }],
  })
  expect((await ask.get(`${path}/${altered.id}`)).body.data.attributes['altered-count']).toBe(1)
})

describe('approval', () => {
  rule('§14 decisions', '`approved-for-all` is set by PATCH, with `If-Match` and a reason for the audit log')
  test('for all is set and taken back, once in the audit log with its reason, and refuses what is stale', async () => {
    const { id } = await makePublicProvider(app)
    const { etag = '' } = (await ask.get(`${path}/${id}`)).headers
    const approve = (value: unknown, headers = {}) =>
      ask.patch(`${path}/${id}`, {
        body: documentOf('public-providers', { 'approved-for-all': value }),
        headers,
      })
    const headers = { 'If-Match': etag, 'X-Audit-Reason': 'Everyone builds on it' }
    const approved = await approve(true, headers)
    expect([approved.status, approved.body.data.attributes['approved-for-all']]).toEqual([200, true])
    expect((await approve(false, headers)).status).toBe(412)
    expect((await approve(true)).status).toBe(200)
    expectFaults(await approve('yes'), ['/data/attributes/approved-for-all', 'Approved for all is invalid'])
    expect(await audited(id)).toEqual([['public-provider.update', 'Everyone builds on it']])
  })

  rule('§14 decisions', 'Organizations are allowed a provider, by name: POST, GET and DELETE')
  test('organizations are named in any case, listed by name, and audited where something changes', async () => {
    const { id } = await makePublicProvider(app)
    await app.make.organization(owner, 'beta')
    await refuseTo(app, acme, { id })
    const organizations = `${path}/${id}/relationships/organizations`
    expect((await ask.post(organizations, { body: named('beta', 'ACME', 'acme') })).status).toBe(204)
    expect((await ask.post(organizations, { body: named('beta') })).status).toBe(204)
    const listed = await ask.get(organizations)
    expect(listed.body.data).toEqual([
      { type: 'organizations', id: 'acme' },
      { type: 'organizations', id: 'beta' },
    ])
    expect((await ask.get(`${organizations}?page[size]=1&page[number]=2`)).body.data).toHaveLength(1)
    // An approval takes the organization off `wanted` at once.
    expect((await ask.get(`${path}/${id}`)).body.data.attributes).toMatchObject({
      'listed-by-count': 2,
      wanted: [],
    })
    expect((await ask.delete(organizations, { body: named('beta') })).status).toBe(204)
    expect((await ask.delete(organizations, { body: named('beta') })).status).toBe(204)
    expect((await ask.get(organizations)).body.data).toEqual([{ type: 'organizations', id: 'acme' }])
    expect(await audited(id)).toEqual([
      ['public-provider.approve', null],
      ['public-provider.approve', null],
      ['public-provider.withdraw', null],
    ])
  })

  test('each wrong item has its error, all at once, and nothing changes', async () => {
    const { id } = await makePublicProvider(app)
    const organizations = `${path}/${id}/relationships/organizations`
    const body = { data: [...(named('acme', 'ghost', 7, '') as { data: object[] }).data, { id: 'acme' }] }
    for (const method of ['post', 'delete'] as const) {
      expectFaults(
        await ask[method](organizations, { body }),
        ['/data/1/id', 'Organization ghost not found'],
        ['/data/2/id', 'Id is invalid'],
        ['/data/3/id', "Id can't be blank"],
        ['/data/4/type', "Type can't be blank"],
      )
      expectFaults(await ask[method](organizations, { body: {} }), ['/data', "Data can't be blank"])
    }
    expect((await ask.get(organizations)).body.data).toEqual([])
  })
})

rule(
  '§14 decisions',
  'DELETE is 204; 422 while an organization lists it, it is approved or a decision stands',
)
test('a provider is forgotten once nothing holds on to it', async () => {
  const { id, name, versionIds } = await makePublicProvider(app)
  const refused = async (detail: string): Promise<void> =>
    expectDetails(await ask.delete(`${path}/${id}`), 422, detail)
  const facts = { registryName: 'public', namespace: 'someone', name } as const
  const pointer = await app.services.providers.create(owner.ctx, 'acme', facts)
  expect((await ask.get(`${path}/${id}`)).body.data.attributes['listed-by-count']).toBe(1)
  await refused('Provider is listed by an organization')
  await app.services.providers.delete(owner.ctx, pointer.id)
  const approve = (value: boolean) =>
    ask.patch(`${path}/${id}`, { body: documentOf('public-providers', { 'approved-for-all': value }) })
  await approve(true)
  await refused('Provider is approved for all')
  await approve(false)
  await decide(versionIds['1.0.0'], { decision: 'release' })
  await refused('Provider has a version with a decision')
  await decide(versionIds['1.0.0'], { decision: null })
  expect((await ask.delete(`${path}/${id}`)).status).toBe(204)
  for (const gone of [`${path}/${id}`, `${path}/${id}/versions`, `${versionPath}/${versionIds['1.0.0']}`]) {
    const { status, body } = await ask.get(gone)
    expect([status, body]).toEqual([404, notFoundBody])
  }
})

describe('versions', () => {
  rule('§14 decisions', 'Versions are listed newest first, with status, dates, key and platforms')
  test('are listed newest first as they were first seen', async () => {
    const { id, versions, twin: provider } = await known()
    const { body } = await ask.get(`${path}/${id}/versions`)
    const statuses = (body.data as Version[]).map(({ attributes: of }) => [of.version, of.status])
    expect(statuses).toEqual([
      ['1.1.0', 'held'],
      ['1.0.0', 'available'],
      ['0.9.0', 'unverified'],
    ])
    const now = app.clock.now()
    const file = provider.get('1.0.0').files.find(({ os }) => os === 'darwin')
    const shown = await ask.get(`${versionPath}/${versions['1.0.0']}`)
    expect(shown.body.data).toEqual({
      id: versions['1.0.0'],
      type: 'public-provider-versions',
      attributes: {
        ...{ version: '1.0.0', status: 'available', 'held-until': null, decision: null, reason: null },
        ...{ 'first-seen-at': now.toISOString(), 'published-at': '2026-01-01T00:00:00.000Z' },
        ...{ 'key-id': key.keyId, 'new-key': false, imported: false, 'gone-from-origin': false },
        platforms: [
          {
            ...{ os: 'darwin', arch: 'arm64', filename: file?.filename, shasum: file?.shasum },
            ...{ h1: file?.h1, size: file?.size, stored: false },
          },
          expect.objectContaining({ os: 'linux', arch: 'amd64', stored: false }),
        ],
      },
      relationships: { 'public-provider': { data: { id, type: 'public-providers' } } },
      links: { self: `/api/v2${versionPath}/${versions['1.0.0']}` },
    })
    const held = await ask.get(`${versionPath}/${versions['1.1.0']}`)
    const until = new Date(now.getTime() + hours(71)).toISOString()
    expect(held.body.data.attributes).toMatchObject({ 'held-until': until })
    for (const list of ['versions', 'relationships/organizations']) {
      const deepest = `${path}/${id}/${list}?page[size]=100&page[number]=${Number.MAX_SAFE_INTEGER}`
      expect((await ask.get(deepest)).body.data, list).toEqual([])
    }
    const second = await ask.get(`${path}/${id}/versions?page[size]=1&page[number]=2`)
    expect((second.body.data as Version[]).map((each) => each.id)).toEqual([versions['1.0.0']])
    expect(second.body.meta.pagination['total-count']).toBe(3)
  })

  rule('§14 decisions', '`release` ends the hold for everyone, and null brings it back')
  test('a held version is released and held again, once each in the audit log', async () => {
    const { versions } = await known()
    const id = versions['1.1.0'] ?? ''
    const released = await decide(id, { decision: 'release' }, { 'X-Audit-Reason': 'Needed today' })
    expect(released.body.data.attributes).toMatchObject({ status: 'available', 'held-until': null })
    expect((await decide(id, { decision: 'release' })).body).toEqual(released.body)
    const held = await decide(id, { decision: null })
    expect(held.body.data.attributes).toMatchObject({ status: 'held', decision: null })
    expect(await audited(id)).toEqual([
      ['public-provider-version.release', 'Needed today'],
      ['public-provider-version.reset', null],
    ])
  })

  rule('§14 decisions', '`block` and `accept` need a reason of at most 500 characters')
  test('a version is blocked with a reason, which goes with the decision', async () => {
    const { versions } = await known()
    const id = versions['1.0.0']
    const reason = '/data/attributes/reason'
    for (const blank of [{}, { reason: null }, { reason: '  ' }])
      expectFaults(await decide(id, { decision: 'block', ...blank }), [reason, "Reason can't be blank"])
    expectFaults(await decide(id, { decision: 'block', reason: 'x'.repeat(501) }), [
      reason,
      'Reason is too long (maximum is 500 characters)',
    ])
    expectFaults(await decide(id, { decision: 'hide' }), [
      '/data/attributes/decision',
      'Decision is not included in the list',
    ])
    const blocked = await decide(id, { decision: 'block', reason: 'A hole in it' })
    expect(blocked.body.data.attributes).toMatchObject({ status: 'blocked', reason: 'A hole in it' })
    const reworded = await decide(id, { reason: 'A hole in its parser' })
    expect(reworded.body.data.attributes).toMatchObject({
      decision: 'block',
      reason: 'A hole in its parser',
    })
    const undone = await decide(id, { decision: null })
    expect(undone.body.data.attributes).toMatchObject({ status: 'available', reason: null })
  })

  test('with If-Match it is decided on what was read', async () => {
    const { versions } = await known()
    const { etag = '' } = (await ask.get(`${versionPath}/${versions['1.1.0']}`)).headers
    const release = () => decide(versions['1.1.0'], { decision: 'release' }, { 'If-Match': etag })
    expect([(await release()).status, (await release()).status]).toEqual([200, 412])
  })

  rule('§14 decisions', '`release` of altered, `accept` of anything else, either of unverified: 422')
  test('what cannot be decided of a version as it stands is 422 and says how it stands', async () => {
    const { versions } = await known()
    const wrong = async (version: string, decision: string, stands: string): Promise<void> =>
      expectFaults(await decide(versions[version], { decision, reason: 'A test' }), [
        '/data/attributes/decision',
        `Decision is impossible: it is ${stands}`,
      ])
    await wrong('1.0.0', 'accept', 'available')
    await wrong('0.9.0', 'accept', 'unverified')
    await wrong('0.9.0', 'release', 'unverified')
  })

  rule(
    '§14 decisions',
    '`actions/look` compares versions and digests behind a 202; `accept` takes what is there',
  )
  test('a look finds what the origin altered, and it is accepted where its signature is good', async () => {
    const { id, versions, twin: provider } = await known()
    await provider.republish('1.0.0')
    await provider.release({ version: '2.0.0', publishedAt: null })
    const look = await ask.post(`${path}/${id}/actions/look`)
    expect([look.status, look.body.data.id]).toEqual([202, id])
    const shown = async () => (await ask.get(`${path}/${id}`)).body.data.attributes as object
    await vi.waitFor(
      async () =>
        expect(await shown()).toMatchObject({
          'altered-count': 1,
          'held-count': 2,
          'newest-available': null,
        }),
      { timeout: 30_000 },
    )
    const decision = '/data/attributes/decision'
    const impossible = 'Decision is impossible: it is altered'
    expectFaults(await decide(versions['1.0.0'], { decision: 'release' }), [decision, impossible])
    const reason = 'Its maker says so'
    await provider.sign('1.0.0', { by: key, fault: 'broken' })
    expectFaults(await decide(versions['1.0.0'], { decision: 'accept', reason }), [
      decision,
      expect.stringMatching(/^Decision is impossible: /) as string,
    ])
    await provider.sign('1.0.0', { by: key })
    const accepted = await decide(versions['1.0.0'], { decision: 'accept', reason })
    expect(accepted.status, accepted.text).toBe(200)
    const sums = provider.get('1.0.0').files.map(({ shasum }) => shasum)
    const { attributes } = accepted.body.data as {
      attributes: { platforms: { shasum: string }[] }
    }
    expect(attributes).toMatchObject({ status: 'available', decision: 'accept', reason })
    expect(attributes.platforms.map(({ shasum }) => shasum).sort()).toEqual(sums.sort())
    expect(await shown()).toMatchObject({ 'altered-count': 0, 'newest-available': '1.0.0' })
  })

  test('an origin that does not answer is noted, and what is known stays', async () => {
    const { id } = await known()
    twin.fail({ status: 500 })
    await ask.post(`${path}/${id}/actions/look`)
    await vi.waitFor(
      async () =>
        expect((await ask.get(`${path}/${id}`)).body.data.attributes).toMatchObject({
          'look-error': expect.stringContaining('answered 500'),
          'newest-available': '1.0.0',
        }),
      { timeout: 30_000 },
    )
    twin.recover()
  })
})

rule('§14 decisions', 'Public providers are for site administrators; for all others 404')
test('the owner of an organization gets the very same 404 as for what is not there', async () => {
  const { id, versionIds } = await makePublicProvider(app)
  const body = documentOf('public-providers', {})
  const asOwner = as(app, owner)
  const answers = [
    await asOwner.get(path),
    await asOwner.post(path, { body }),
    await asOwner.get(`${path}/${id}`),
    await asOwner.patch(`${path}/${id}`, { body }),
    await asOwner.delete(`${path}/${id}`),
    await asOwner.post(`${path}/${id}/actions/look`),
    await asOwner.get(`${path}/${id}/relationships/organizations`),
    await asOwner.post(`${path}/${id}/relationships/organizations`, { body: named('acme') }),
    await asOwner.get(`${path}/${id}/versions`),
    await asOwner.get(`${versionPath}/${versionIds['1.0.0']}`),
    await asOwner.patch(`${versionPath}/${versionIds['1.0.0']}`, { body }),
    await ask.get(`${path}/pubprov-0000000000000000`),
    await ask.get(`${versionPath}/pubver-0000000000000000`),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  for (const answer of answers) expect(answer.body).toEqual(notFoundBody)
})

describe('the policy of an organization', () => {
  const change = (attributes: object) =>
    ask.patch('/admin/organizations/acme', { body: documentOf('organizations', attributes) })
  const shownIn = async (address: string, asWhom = ask): Promise<unknown> => {
    const { attributes } = (await asWhom.get(address)).body.data as { attributes: Record<string, unknown> }
    return [attributes['public-providers'], attributes['provider-cooldown']]
  }

  rule(
    '§14 who may use',
    'Site administrators set `public-providers` and `provider-cooldown`; members see them',
  )
  test('is set by site administrators, seen by members, and unset by null and by an empty text', async () => {
    const both = async () => {
      const seen = await shownIn('/organizations/acme', as(app, owner))
      expect(await shownIn('/admin/organizations/acme')).toEqual(seen)
      return seen
    }
    expect(await both()).toEqual([null, null])
    expect((await change({ 'public-providers': 'listed', 'provider-cooldown': '1d12h' })).status).toBe(200)
    expect(await both()).toEqual(['listed', '1d12h'])
    await change({ 'provider-cooldown': '0s' })
    expect(await both()).toEqual(['listed', '0s'])
    await change({ 'public-providers': 'open', 'provider-cooldown': '' })
    expect(await both()).toEqual(['open', null])
    await change({ 'public-providers': null, 'provider-cooldown': null })
    expect(await both()).toEqual([null, null])
    const body = documentOf('organizations', { 'public-providers': 'open' })
    expect((await as(app, owner).patch('/organizations/acme', { body })).status).toBe(200)
    expect(await both()).toEqual([null, null])
  })

  test('says what is wrong with either', async () => {
    const rule = '/data/attributes/public-providers'
    const cooldown = '/data/attributes/provider-cooldown'
    expectFaults(
      await change({ 'public-providers': 'closed', 'provider-cooldown': 'soon' }),
      [rule, 'Public providers is not included in the list'],
      [cooldown, 'Provider cooldown is invalid'],
    )
    expectFaults(await change({ 'public-providers': '' }), [
      rule,
      'Public providers is not included in the list',
    ])
    expectFaults(
      await change({ 'public-providers': true, 'provider-cooldown': 72 }),
      [rule, 'Public providers is not included in the list'],
      [cooldown, 'Provider cooldown is invalid'],
    )
  })
})
