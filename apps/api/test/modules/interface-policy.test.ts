import type { ModuleInterface } from '@engine/module-source/verdict'
import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { as, dataOf, documentOf, expectFaults, graphql, notFoundBody } from '../rest.js'
import { send, taking, versionOf } from './interfaces.js'
import {
  auditOf,
  createModule,
  modulePath,
  publish,
  put,
  uploadLink,
  versionIdOf,
} from './module-requests.js'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const owner = await app.make.user('ana')
const acme = await app.make.organization(owner, 'acme')
const manager = await app.make.manager(acme, { manageModules: true })
const member = await app.make.member(acme)

interface Published {
  readonly version: string
  readonly interface: ModuleInterface
}

let address: string
let count = 0

/** A module whose release 1.2.4 takes an input `cidr`. */
beforeEach(async () => {
  address = `acme/module${++count}/aws`
  await createModule(app, owner, address)
  await publish(app, owner, address, '1.2.4', taking('cidr', 'name'))
})

const setPolicy = (path: string, type: string, policy: unknown, by = owner) =>
  as(app, by).patch(path, { body: documentOf(type, { 'module-interface-policy': policy }) })
const ofModule = (policy: unknown, by = owner) =>
  setPolicy(modulePath(address), 'registry-modules', policy, by)
const ofOrganization = (policy: unknown, by = owner) =>
  setPolicy('/organizations/acme', 'organizations', policy, by)

const sentence = '1.3.0 breaks callers of 1.2.4: input cidr was removed. By SemVer this is 2.0.0.'
const broken = {
  'compared-with': '1.2.4',
  step: 'minor',
  'wanted-step': 'major',
  'wanted-version': '2.0.0',
  breaking: [{ path: '', kind: 'input', name: 'cidr', reason: 'input-removed' }],
  'breaking-count': 1,
}

describe('the policy', () => {
  rule(
    '§17 guard',
    '`module-interface-policy` of an organization: owners set it, `observe` at first, never null',
  )
  test('of an organization is set by its owners and is one of three words', async () => {
    const shown = await as(app, member).get('/organizations/acme')
    expect(shown.body.data.attributes['module-interface-policy']).toBe('observe')
    expect((await ofOrganization('warn', manager)).status).toBe(404)
    expect((await ofOrganization('warn')).body.data.attributes['module-interface-policy']).toBe('warn')
    const pointer = '/data/attributes/module-interface-policy'
    expectFaults(await ofOrganization('forbid'), [
      pointer,
      'Module interface policy is not included in the list',
    ])
    expectFaults(await ofOrganization(null), [pointer, 'Module interface policy is not included in the list'])
    const query = `mutation ($id: ID!) { organizationUpdate(input: { id: $id, moduleInterfacePolicy: OBSERVE }) {
      organization { moduleInterfacePolicy } userErrors { code } } }`
    const { data } = await graphql(app, owner, query, { id: acme.id })
    expect(data['organizationUpdate']).toEqual({
      organization: { moduleInterfacePolicy: 'OBSERVE' },
      userErrors: [],
    })
    expect((await auditOf(app, acme.id)).at(-1)).toMatchObject({
      action: 'organization.update',
      after: { moduleInterfacePolicy: 'observe' },
    })
  })

  rule('§17 guard', 'A module has a policy of its own, or null: that of its organization')
  test('of a module is set by those who manage modules; null is that of the organization', async () => {
    const shown = await as(app, member).get(modulePath(address))
    expect(shown.body.data.attributes['module-interface-policy']).toBeNull()
    expect((await ofModule('refuse', member)).status).toBe(404)
    expect((await ofModule('refuse', manager)).body.data.attributes['module-interface-policy']).toBe('refuse')
    expectFaults(await ofModule('never'), [
      '/data/attributes/module-interface-policy',
      'Module interface policy is not included in the list',
    ])
    expect((await send(app, owner, address, { version: '1.3.0' }, taking('name'))).status).toBe(422)
    expect((await ofModule(null)).body.data.attributes['module-interface-policy']).toBeNull()
    const made = await createModule(app, owner, `acme/other${count}/aws`, {
      'module-interface-policy': 'warn',
    })
    expect(made.attributes['module-interface-policy']).toBe('warn')
    const query = `mutation ($id: ID!) {
      registryModuleUpdate(input: { id: $id, moduleInterfacePolicy: REFUSE }) { registryModule { moduleInterfacePolicy } } }`
    expect((await graphql(app, owner, query, { id: made.id })).data['registryModuleUpdate']).toEqual({
      registryModule: { moduleInterfacePolicy: 'REFUSE' },
    })
  })

  test('that counts for a module is read with it by its members, and changes with that of the organization', async () => {
    const engine = await app.make.token(member, { scopes: ['registry'] })
    const effective = async (path = modulePath(address), by: Parameters<typeof as>[1] = engine) => {
      const { data } = (await as(app, by).get(path)).body
      const [{ attributes }] = [data].flat()
      return attributes['effective-module-interface-policy']
    }
    expect(await effective()).toBe('observe')
    await ofOrganization('refuse')
    try {
      expect(await effective()).toBe('refuse')
      expect(await effective('/organizations/acme/registry-modules?page[size]=1')).toBe('refuse')
      const changed = await ofModule('warn')
      expect(changed.body.data.attributes['effective-module-interface-policy']).toBe('warn')
      expect(await effective()).toBe('warn')
      const { id } = changed.body.data
      expect((await auditOf(app, id)).at(-1)?.after).not.toHaveProperty('effectiveModuleInterfacePolicy')
    } finally {
      await ofOrganization('observe')
    }
  })

  test('is not shown to those with whom the module is shared', async () => {
    await ofModule('warn')
    const other = await app.make.user()
    const consumer = await app.make.organization(other)
    const root = await app.make.administrator()
    const partners = { modules: [{ name: consumer.name }] }
    await app.services.registryPartnerships.set(root.ctx, acme.id, partners)
    const query = `{ registryModuleNamespace(name: "acme") {
      registryModule(name: "module${count}", provider: "aws") { usableOnly moduleInterfacePolicy } } }`
    const { registryModuleNamespace } = await dataOf(app, other, query)
    expect(registryModuleNamespace).toEqual({
      registryModule: { usableOnly: true, moduleInterfacePolicy: null },
    })
    expect((await as(app, other).get(modulePath(address))).status).toBe(404)
  })

  rule('§17 guard', '`observe`: what breaks is published and shown')
  test('observe publishes and shows what breaks', async () => {
    expect((await send(app, owner, address, { version: '1.3.0' }, taking('name'))).status).toBe(200)
    expect(await versionOf(app, member, address, '1.3.0')).toMatchObject({
      ...{ status: 'ok', error: null, interface: broken, 'accept-breaking': null },
    })
    const actions = (await auditOf(app, await versionIdOf(app, address, '1.3.0'))).map(({ action }) => action)
    expect(actions).toEqual(['module-version.create', 'module-version.publish'])
  })

  rule('§17 guard', '`warn`: what breaks is published, shown and told')
  test('warn publishes, shows and records what breaks', async () => {
    await ofModule('warn')
    expect((await send(app, owner, address, { version: '1.3.0' }, taking('name'))).status).toBe(200)
    expect(await versionOf(app, member, address, '1.3.0')).toMatchObject({ status: 'ok', interface: broken })
    expect((await auditOf(app, await versionIdOf(app, address, '1.3.0'))).at(-1)).toMatchObject({
      action: 'module-version.break-interface',
      after: { version: '1.3.0', interface: { comparedWith: '1.2.4', breakingCount: 1 } },
    })
  })

  rule(
    '§17 guard',
    '`refuse`: the version fails with the sentence, nothing is published, the number stays free, nothing is left behind',
  )
  test('refuse publishes nothing and leaves nothing behind', async () => {
    await ofModule('refuse')
    const before = await storedFiles()
    const link = await uploadLink(app, owner, address, '1.3.0')
    const refused = await put(app, link, taking('name'))
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ status: '422', title: 'invalid attribute', detail: sentence }],
    ])
    expect(await versionOf(app, member, address, '1.3.0')).toMatchObject({
      ...{ status: 'reg_ingress_failed', error: sentence, interface: broken },
    })
    const module = await as(app, member).get(modulePath(address))
    expect(module.body.data.attributes['version-statuses']).toEqual([
      { version: '1.3.0', status: 'reg_ingress_failed', error: sentence },
      { version: '1.2.4', status: 'ok' },
    ])
    expect(await storedFiles()).toEqual(before)
    const id = await versionIdOf(app, address, '1.3.0')
    expect((await auditOf(app, id)).at(-1)).toMatchObject({
      action: 'module-version.refuse',
      after: { status: 'failed', error: sentence },
    })
    // The very link takes what keeps the promise, and the number was never taken.
    expect((await put(app, link, taking('cidr', 'name', 'tags'))).status).toBe(200)
    expect(await versionOf(app, member, address, '1.3.0')).toMatchObject({
      ...{ status: 'ok', error: null },
      interface: { step: 'minor', 'wanted-step': 'minor', breaking: [], 'breaking-count': 0 },
    })
  })

  test('refuse lets the number that SemVer wants pass, and the refused one be given up', async () => {
    await ofModule('refuse')
    expect((await send(app, owner, address, { version: '1.3.0' }, taking('name'))).status).toBe(422)
    expect((await as(app, owner).delete(`${modulePath(address)}/1.3.0`)).status).toBe(204)
    expect((await send(app, owner, address, { version: '2.0.0' }, taking('name'))).status).toBe(200)
    expect((await send(app, owner, address, { version: '1.3.0' }, taking('cidr', 'name'))).status).toBe(200)
  })

  test('refuse is about what breaks: additions in a patch are published and shown', async () => {
    await ofModule('refuse')
    expect(
      (await send(app, owner, address, { version: '1.2.5' }, taking('cidr', 'name', 'new'))).status,
    ).toBe(200)
    expect((await versionOf(app, member, address, '1.2.5'))['interface']).toMatchObject({
      ...{ step: 'patch', 'wanted-step': 'minor', 'wanted-version': '1.3.0', 'breaking-count': 0 },
    })
  })
})

const storedFiles = async (): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of app.storage.list('modules')) keys.push(key)
  return keys.sort()
}

describe('what a version is compared with', () => {
  beforeEach(() => ofModule('refuse'))

  rule('§17 guard', 'The first release has nothing to keep: it is compared with none, and breaks nothing')
  test('is none for a first release', async () => {
    const none = {
      ...{ 'compared-with': null, step: null, 'wanted-step': null, 'wanted-version': null },
      ...{ breaking: [], 'breaking-count': 0 },
    }
    expect((await versionOf(app, member, address, '1.2.4'))['interface']).toEqual(none)
    const before = await as(app, owner).post(`${modulePath(address)}/versions`, {
      body: documentOf('registry-module-versions', { version: '3.0.0' }),
    })
    expect(before.body.data.attributes).toMatchObject({ interface: null, 'accept-breaking': null })
  })

  rule('§17 guard', 'A patch of an older line is compared with that line')
  test('is the line of a patch, whatever is newer', async () => {
    expect((await send(app, owner, address, { version: '2.0.0' }, taking('other'))).status).toBe(200)
    expect((await send(app, owner, address, { version: '1.2.5' }, taking('cidr', 'name'))).status).toBe(200)
    expect((await versionOf(app, member, address, '1.2.5'))['interface']).toMatchObject({
      ...{ 'compared-with': '1.2.4', 'breaking-count': 0 },
    })
    expect((await send(app, owner, address, { version: '1.2.6' }, taking('other'))).status).toBe(422)
  })

  rule(
    '§17 guard',
    'A pre-release is compared and shown, never refused, never a baseline; nor is what is revoked',
  )
  test('is no pre-release, which is never refused itself', async () => {
    expect((await send(app, owner, address, { version: '1.3.0-rc.1' }, taking('name'))).status).toBe(200)
    expect((await versionOf(app, member, address, '1.3.0-rc.1'))['interface']).toMatchObject(broken)
    expect((await send(app, owner, address, { version: '1.3.0' }, taking('name'))).status).toBe(422)
  })

  test('is no version that was revoked', async () => {
    const body = documentOf('registry-module-versions', { deprecation: { 'deprecated-status': 'Revoked' } })
    expect((await as(app, owner).patch(`${modulePath(address)}/1.2.4`, { body })).status).toBe(200)
    expect((await send(app, owner, address, { version: '1.3.0' }, taking('name'))).status).toBe(200)
    expect((await versionOf(app, member, address, '1.3.0'))['interface']).toMatchObject({
      'compared-with': null,
    })
  })

  test('is read as before of a version that was published before interfaces were compared', async () => {
    const id = await versionIdOf(app, address, '1.2.4')
    await app.prisma.$executeRaw`UPDATE module_versions SET interface = NULL WHERE id = ${id}`
    expect((await versionOf(app, member, address, '1.2.4'))['interface']).toBeNull()
    expect((await send(app, owner, address, { version: '1.3.0' }, taking('name'))).status).toBe(422)
  })

  rule('§17 guard', 'Of two parallel uploads each is compared with what is published by then')
  test('is what is published by then, for each of parallel uploads', async () => {
    const numbers = ['1.3.0', '1.4.0', '1.5.0', '1.6.0']
    const links = await Promise.all(numbers.map((version) => uploadLink(app, owner, address, version)))
    // Each adds an input that the others do not have: after the first, what is above it breaks.
    const answers = await Promise.all(
      links.map((link, n) => put(app, link, taking('cidr', 'name', `extra${n}`))),
    )
    const publications = await app.prisma.auditEvent.findMany({
      where: { action: 'module-version.publish', subjectName: { startsWith: `${address} ` } },
      orderBy: { id: 'asc' },
    })
    const published = publications.map(({ after }) => after as unknown as Published)
    expect(published).toHaveLength(1 + answers.filter(({ status }) => status === 200).length)
    expect(published.map(({ interface: { comparedWith } }) => comparedWith)).toEqual(
      published.map(({ version }, n) => {
        const below = published.slice(0, n).filter((each) => each.version < version)
        return (
          below
            .map((each) => each.version)
            .sort()
            .at(-1) ?? null
        )
      }),
    )
    expect(published.map(({ interface: { breakingCount } }) => breakingCount)).toEqual(published.map(() => 0))
  })
})

describe('breaking on purpose', () => {
  beforeEach(() => ofModule('refuse'))
  const reason = 'It has no callers yet'

  rule('§17 guard', '`accept-breaking` with a reason: published, audited, shown')
  test('is published with its reason, which is audited and shown', async () => {
    const attributes = { version: '1.3.0', 'accept-breaking': `  ${reason.replace(' ', '\n')} ` }
    expect((await send(app, manager, address, attributes, taking('name'))).status).toBe(200)
    expect(await versionOf(app, member, address, '1.3.0')).toMatchObject({
      ...{ status: 'ok', interface: broken, 'accept-breaking': reason },
    })
    const audited = await auditOf(app, await versionIdOf(app, address, '1.3.0'))
    expect(audited).toMatchObject([
      { action: 'module-version.create', after: { acceptBreaking: reason } },
      { action: 'module-version.publish', after: { acceptBreaking: reason } },
      { action: 'module-version.break-interface', after: { acceptBreaking: reason } },
    ])
  })

  rule('§17 guard', '`accept-breaking` is for those who manage modules, and for no scope `publish`')
  test('is for who manages the module: who may only publish gets 404, and nothing is made', async () => {
    const publishing = await app.make.token(owner, { scopes: [`publish:${address}`] })
    const body = documentOf('registry-module-versions', { version: '1.3.0', 'accept-breaking': reason })
    for (const by of [publishing, member.token]) {
      const answer = await as(app, by).post(`${modulePath(address)}/versions`, { body })
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    }
    expect(
      (await send(app, publishing, address, { version: '1.3.0', 'accept-breaking': null }, taking('name')))
        .status,
    ).toBe(422)
    const { id } = (await as(app, owner).get(modulePath(address))).body.data
    const query = `mutation ($input: RegistryModuleVersionCreateInput!) {
      registryModuleVersionCreate(input: $input) { registryModuleVersion { acceptBreaking } userErrors { code } } }`
    const input = { moduleId: id, version: '1.4.0', acceptBreaking: reason }
    const outcomes = [publishing, manager.token].map(
      async (by) => (await graphql(app, by, query, { input })).data['registryModuleVersionCreate'],
    )
    expect(await Promise.all(outcomes)).toEqual([
      { registryModuleVersion: null, userErrors: [{ code: 'NOT_FOUND' }] },
      { registryModuleVersion: { acceptBreaking: reason }, userErrors: [] },
    ])
  })

  test('has a reason of 1 to 500 characters', async () => {
    for (const [value, problem] of [
      [' \n', "can't be blank"],
      ['x'.repeat(501), 'is too long (maximum is 500 characters)'],
      [true, 'is invalid'],
    ] as const) {
      const body = documentOf('registry-module-versions', { version: '1.3.0', 'accept-breaking': value })
      const answer = await as(app, owner).post(`${modulePath(address)}/versions`, { body })
      expectFaults(answer, ['/data/attributes/accept-breaking', `Accept breaking ${problem}`])
    }
    const attributes = { version: '1.3.0', 'accept-breaking': 'x'.repeat(500) }
    expect((await send(app, owner, address, attributes, taking('name'))).status).toBe(200)
  })
})
