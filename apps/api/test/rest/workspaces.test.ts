import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { auditOf } from '../modules/story.js'
import { as, documentOf, notFoundBody, unauthorizedBody } from '../rest.js'

let app: TestApp
let admin: Person
let owner: Person
let acme: Organization

const path = '/organizations/Acme/workspaces'
const workspace = (attributes: object): object => documentOf('workspaces', attributes)

beforeAll(async () => {
  app = await startTestApp({ ENGINE_ALIASES: 'terraform', LOG_LEVEL: 'silent' })
  admin = await app.make.administrator()
  owner = await app.make.user('ana')
  acme = await app.make.organization(owner, 'Acme')
  await app.make.engineVersion(admin, '1.0.0')
  await app.make.engineVersion(admin, '1.10.0')
  await app.make.engineVersion(admin, '1.9.0')
  await app.make.engineVersion(admin, '2.0.0', { beta: true })
  await app.make.engineVersion(admin, '2.1.0-rc1')
  await app.make.engineVersion(admin, '3.0.0', { enabled: false })
})
afterAll(() => app.stop())

let count = 0
const fresh = (): string => `workspace-${++count}`

const create = async (attributes: object = {}, by: Person = owner) => {
  const answer = await as(app, by).post(path, { body: workspace({ name: fresh(), ...attributes }) })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data
}

const setRules = (rules: { workspaceLimit?: number | null; accessBetaTools?: boolean }) =>
  app.prisma.organization.update({ where: { id: acme.id }, data: rules })

const details = (body: { errors: { detail: string }[] }): string[] => body.errors.map(({ detail }) => detail)

describe('create', () => {
  test('answers 201 with the workspace, on the very version that was asked for', async () => {
    const attributes = { name: 'network', 'engine-version': '1.9.0', description: 'Cables' }
    const answer = await as(app, owner).post(path, { body: workspace(attributes) })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      data: {
        id: expect.stringMatching(/^ws-[A-Za-z0-9]{16}$/),
        type: 'workspaces',
        attributes: {
          name: 'network',
          'engine-version': '1.9.0',
          'terraform-version': '1.9.0',
          description: 'Cables',
          'created-at': '2026-03-01T12:00:00.000Z',
          'updated-at': '2026-03-01T12:00:00.000Z',
          permissions: { 'can-update': true, 'can-destroy': true, 'can-read-settings': true },
        },
        relationships: { organization: { data: { id: 'Acme', type: 'organizations' } } },
        links: { self: '/api/v2/organizations/Acme/workspaces/network' },
      },
    })
    expect(await auditOf(app, answer.body.data.id)).toMatchObject([
      {
        action: 'workspace.create',
        actorId: owner.id,
        organizationId: acme.id,
        administratorOverride: false,
      },
    ])
  })

  test.each([[{}], [{ 'engine-version': null }], [{ 'engine-version': 'latest' }]])(
    '%j takes the newest enabled N.N.N that is not beta, by its number',
    async (attributes) => {
      expect((await create(attributes)).attributes['engine-version']).toBe('1.10.0')
    },
  )

  test('with nothing that latest could stand for it is 422, asked for or not', async () => {
    await app.prisma.engineVersion.updateMany({
      where: { version: { in: ['1.0.0', '1.9.0', '1.10.0'] } },
      data: { enabled: false },
    })
    try {
      for (const attributes of [{}, { 'engine-version': 'latest' }]) {
        const answer = await as(app, owner).post(path, { body: workspace({ name: fresh(), ...attributes }) })
        expect(answer.status).toBe(422)
        expect(answer.body.errors).toMatchObject([
          {
            title: 'invalid attribute',
            detail: 'Engine version is invalid: no version is enabled for everybody',
            source: { pointer: '/data/attributes/engine-version' },
          },
        ])
      }
    } finally {
      await app.prisma.engineVersion.updateMany({
        where: { version: { in: ['1.0.0', '1.9.0', '1.10.0'] } },
        data: { enabled: true },
      })
    }
  })

  test.each([
    [{}, ["Name can't be blank"]],
    [{ name: '' }, ["Name can't be blank"]],
    [{ name: null }, ["Name can't be blank"]],
    [{ name: 'a b' }, ['Name is invalid']],
    [{ name: 'a\u0000b' }, ['Name is invalid']],
    [{ name: 7 }, ['Name is invalid']],
    [{ name: 'x'.repeat(65) }, ['Name is too long (maximum is 64 characters)']],
    [{ name: 'ok', description: 'x'.repeat(1001) }, ['Description is too long (maximum is 1000 characters)']],
    [{ name: 'ok', description: 1 }, ['Description is invalid']],
    [{ name: 'ok', 'engine-version': '' }, ["Engine version can't be blank"]],
    [{ name: 'ok', 'engine-version': '1.0' }, ['Engine version is invalid']],
    [{ name: 'ok', 'engine-version': 'Latest' }, ['Engine version is invalid']],
    [{ name: 'ok', 'engine-version': 1 }, ['Engine version is invalid']],
    [{ name: 'ok', 'engine-version': '9.9.9' }, ['Engine version is invalid: 9.9.9 is not known']],
    [{ name: 'ok', 'engine-version': '3.0.0' }, ['Engine version is invalid: 3.0.0 is disabled']],
    [{ name: 'ok', 'engine-version': '2.0.0' }, ['Engine version is invalid: 2.0.0 is a beta version']],
    [
      { name: 'a b', description: 1, 'engine-version': 'x' },
      ['Name is invalid', 'Engine version is invalid', 'Description is invalid'],
    ],
  ])('%j is 422 and nothing is created', async (attributes, expected) => {
    const before = await app.prisma.workspace.count()
    const answer = await as(app, owner).post(path, { body: workspace(attributes) })
    expect(answer.status).toBe(422)
    expect(details(answer.body)).toEqual(expected)
    expect(await app.prisma.workspace.count()).toBe(before)
  })

  test('a beta version is for organizations with access-beta-tools', async () => {
    await setRules({ accessBetaTools: true })
    expect((await create({ 'engine-version': '2.0.0' })).attributes['engine-version']).toBe('2.0.0')
    await setRules({ accessBetaTools: false })
  })

  test('a name that is there, in any case of it, is 422, but not in another organization', async () => {
    await create({ name: 'twice' })
    const body = workspace({ name: 'TWICE' })
    const answer = await as(app, owner).post(path, { body })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toMatchObject([
      { detail: 'Name has already been taken', source: { pointer: '/data/attributes/name' } },
    ])
    const other = await app.make.organization(owner)
    expect((await as(app, owner).post(`/organizations/${other.name}/workspaces`, { body })).status).toBe(201)
  })

  test('tells a taken name, a version that cannot be used and a reached limit at once', async () => {
    const { attributes } = await create()
    await setRules({ workspaceLimit: 1 })
    const body = workspace({ name: attributes.name, 'engine-version': '3.0.0' })
    const answer = await as(app, owner).post(path, { body })
    await setRules({ workspaceLimit: null })
    expect(details(answer.body)).toEqual([
      'Name has already been taken',
      'Engine version is invalid: 3.0.0 is disabled',
      'The organization has reached its limit of 1 workspaces',
    ])
  })

  test('of thirty at once for one name, one wins and the others are 422', async () => {
    const body = workspace({ name: fresh() })
    const answers = await Promise.all(Array.from({ length: 30 }, () => as(app, owner).post(path, { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 29 }, () => 422),
    ])
  })

  test('usage counts follow what workspaces do', async () => {
    const version = await app.make.engineVersion(admin, '0.5.0')
    const usage = async (): Promise<number> =>
      (await as(app, admin).get(`/admin/engine-versions/${version.id}`)).body.data.attributes.usage
    const { id } = await create({ 'engine-version': '0.5.0' })
    expect(await usage()).toBe(1)
    await as(app, owner).patch(`/workspaces/${id}`, { body: workspace({ 'engine-version': '1.0.0' }) })
    expect(await usage()).toBe(0)
    await as(app, owner).patch(`/workspaces/${id}`, { body: workspace({ 'engine-version': '0.5.0' }) })
    expect(await usage()).toBe(1)
    expect((await as(app, admin).delete(`/admin/engine-versions/${version.id}`)).status).toBe(422)
    await as(app, owner).delete(`/workspaces/${id}`)
    expect(await usage()).toBe(0)
    expect((await as(app, admin).delete(`/admin/engine-versions/${version.id}`)).status).toBe(204)
  })
})

describe('the workspace limit', () => {
  test('is the last workspace there can be; one below the present count leaves those that are there alone', async () => {
    const { id } = await create()
    const present = await app.prisma.workspace.count({ where: { organizationId: acme.id } })
    await setRules({ workspaceLimit: present + 1 })
    await create()
    const over = await as(app, owner).post(path, { body: workspace({ name: fresh() }) })
    expect(over.status).toBe(422)
    expect(over.body.errors).toEqual([
      {
        status: '422',
        title: 'invalid attribute',
        detail: `The organization has reached its limit of ${present + 1} workspaces`,
      },
    ])
    await setRules({ workspaceLimit: 1 })
    expect((await as(app, owner).get(`/workspaces/${id}`)).status).toBe(200)
    const renamed = await as(app, owner).patch(`/workspaces/${id}`, {
      body: workspace({ description: 'still' }),
    })
    expect(renamed.status).toBe(200)
    await setRules({ workspaceLimit: null })
  })

  test.each([0, null])('%j means no limit', async (workspaceLimit) => {
    await setRules({ workspaceLimit })
    await create()
    await setRules({ workspaceLimit: null })
  })

  test('is never passed by thirty creations at once', async () => {
    const present = await app.prisma.workspace.count({ where: { organizationId: acme.id } })
    await setRules({ workspaceLimit: present + 5 })
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => as(app, owner).post(path, { body: workspace({ name: fresh() }) })),
    )
    await setRules({ workspaceLimit: null })
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 201),
      ...Array.from({ length: 25 }, () => 422),
    ])
    expect(await app.prisma.workspace.count({ where: { organizationId: acme.id } })).toBe(present + 5)
  })
})

describe('show, update and delete', () => {
  test('by name in any case, or by id, it is the same document', async () => {
    const made = await create()
    const { name } = made.attributes
    for (const address of [`${path}/${name}`, `${path}/${name.toUpperCase()}`, `/workspaces/${made.id}`]) {
      const answer = await as(app, owner).get(address)
      expect([answer.status, answer.body.data]).toEqual([200, made])
    }
    for (const address of [
      `${path}/nothing`,
      `${path}/a%20b`,
      '/workspaces/ws-0000000000000000',
      '/workspaces/x',
    ]) {
      const answer = await as(app, owner).get(address)
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    }
  })

  test('what is absent stays, what is given changes, and it is audited with before and after', async () => {
    const { id, attributes } = await create({ description: 'old', 'engine-version': '1.0.0' })
    const name = fresh()
    const answer = await as(app, owner).patch(`${path}/${attributes.name}`, { body: workspace({ name }) })
    expect(answer.status).toBe(200)
    expect(answer.body.data.attributes).toMatchObject({ name, description: 'old', 'engine-version': '1.0.0' })
    const unset = await as(app, owner).patch(`/workspaces/${id}`, { body: workspace({ description: null }) })
    expect(unset.body.data.attributes.description).toBeNull()
    const latest = await as(app, owner).patch(`/workspaces/${id}`, {
      body: workspace({ 'engine-version': 'latest' }),
    })
    expect(latest.body.data.attributes['engine-version']).toBe('1.10.0')
    expect((await auditOf(app, id)).map(({ action }) => action)).toEqual([
      'workspace.create',
      'workspace.update',
      'workspace.update',
      'workspace.update',
    ])
  })

  test.each(['name', 'engine-version'])('null for %s is 422', async (key) => {
    const { id } = await create()
    const answer = await as(app, owner).patch(`/workspaces/${id}`, { body: workspace({ [key]: null }) })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toMatchObject([{ source: { pointer: `/data/attributes/${key}` } }])
  })

  test('an unchanged version is not checked again, another one is', async () => {
    const version = await app.make.engineVersion(admin, '0.6.0')
    const { id } = await create({ 'engine-version': '0.6.0' })
    await app.services.engineVersions.update(admin.ctx, version.id, { enabled: false, beta: true })
    const attributes = { 'engine-version': '0.6.0', description: 'kept' }
    const kept = await as(app, owner).patch(`/workspaces/${id}`, { body: workspace(attributes) })
    expect([kept.status, kept.body.data.attributes.description]).toEqual([200, 'kept'])
    const other = await as(app, owner).patch(`/workspaces/${id}`, {
      body: workspace({ 'engine-version': '3.0.0' }),
    })
    expect(details(other.body)).toEqual(['Engine version is invalid: 3.0.0 is disabled'])
  })

  test('a name that is taken is 422', async () => {
    const taken = await create()
    const { id } = await create()
    const answer = await as(app, owner).patch(`/workspaces/${id}`, {
      body: workspace({ name: taken.attributes.name.toUpperCase() }),
    })
    expect([answer.status, details(answer.body)]).toEqual([422, ['Name has already been taken']])
  })

  test('deletes once, by name or id', async () => {
    const first = await create()
    const second = await create()
    expect((await as(app, owner).delete(`${path}/${first.attributes.name}`)).status).toBe(204)
    expect((await as(app, owner).delete(`/workspaces/${second.id}`)).status).toBe(204)
    expect((await as(app, owner).delete(`/workspaces/${second.id}`)).status).toBe(404)
    expect(await app.prisma.workspace.count({ where: { id: { in: [first.id, second.id] } } })).toBe(0)
    expect((await auditOf(app, second.id)).at(-1)).toMatchObject({
      action: 'workspace.delete',
      before: { id: second.id },
    })
  })

  test('with a stale If-Match it is 412 and nothing changes', async () => {
    const { id } = await create()
    const shown = await as(app, owner).get(`/workspaces/${id}`)
    const headers = { 'If-Match': shown.headers['etag'] as string }
    const change = (description: string) =>
      as(app, owner).patch(`/workspaces/${id}`, { body: workspace({ description }), headers })
    expect((await change('first')).status).toBe(200)
    expect((await change('second')).status).toBe(412)
    expect((await as(app, owner).delete(`/workspaces/${id}`, { headers })).status).toBe(412)
    expect((await as(app, owner).get(`/workspaces/${id}`)).body.data.attributes.description).toBe('first')
  })
})

describe('aliases', () => {
  test('terraform-version is accepted in place of engine-version and returned beside it', async () => {
    const { attributes } = await create({ 'terraform-version': '1.0.0' })
    expect(attributes).toMatchObject({ 'engine-version': '1.0.0', 'terraform-version': '1.0.0' })
  })

  test('twins that say the same are fine, twins that do not are 422', async () => {
    await create({ 'terraform-version': '1.0.0', 'engine-version': '1.0.0' })
    const attributes = { name: fresh(), 'engine-version': '1.0.0', 'terraform-version': '1.9.0' }
    const answer = await as(app, owner).post(path, { body: workspace(attributes) })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toMatchObject([{ source: { pointer: '/data/attributes/terraform-version' } }])
  })

  test.each(['terraform-version', 'engine-version'])(
    'a fault points at %s when that was sent',
    async (key) => {
      for (const value of ['1.0', '9.9.9', '3.0.0']) {
        const answer = await as(app, owner).post(path, { body: workspace({ name: fresh(), [key]: value }) })
        expect(answer.body.errors).toMatchObject([
          { status: '422', source: { pointer: `/data/attributes/${key}` } },
        ])
      }
    },
  )
})

describe('list', () => {
  test('is by name, byte by byte, and search[name] finds a part of it, literally and in any case', async () => {
    const other = await app.make.organization(owner)
    const list = `/organizations/${other.name}/workspaces`
    for (const name of ['b_1', 'B-2', 'a', 'c1'])
      await as(app, owner).post(list, { body: workspace({ name }) })
    const names = async (query = ''): Promise<string[]> => {
      const answer = await as(app, owner).get(`${list}${query}`)
      expect(answer.status).toBe(200)
      return answer.body.data.map((each: { attributes: { name: string } }) => each.attributes.name)
    }
    expect(await names()).toEqual(['B-2', 'a', 'b_1', 'c1'])
    expect(await names('?search[name]=B')).toEqual(['B-2', 'b_1'])
    expect(await names('?search[name]=_')).toEqual(['b_1'])
    expect(await names('?search[name]=%25')).toEqual([])
    expect(await names('?page[size]=2&page[number]=2')).toEqual(['b_1', 'c1'])
    expect((await as(app, owner).get(`${list}?filter[name]=a`)).status).toBe(400)
    expect((await as(app, owner).get(`${list}?search[name]=%00`)).status).toBe(400)
  })
})

describe('who may ask', () => {
  test('members read, holders of manage-workspaces write, strangers and nobody get nowhere', async () => {
    const made = await create()
    const member = await app.make.member(acme)
    const manager = await app.make.manager(acme, { manageWorkspaces: true })
    const stranger = await app.make.user()
    const statuses = async (caller: Person | undefined): Promise<number[]> => {
      const ask = as(app, caller)
      const body = workspace({ description: 'x' })
      const answers = [
        await ask.get(path),
        await ask.get(`/workspaces/${made.id}`),
        await ask.post(path, { body: workspace({ name: fresh() }) }),
        await ask.patch(`/workspaces/${made.id}`, { body }),
        await ask.patch(`${path}/${made.attributes.name}`, { body }),
      ]
      return answers.map(({ status }) => status)
    }
    expect(await statuses(manager)).toEqual([200, 200, 201, 200, 200])
    expect(await statuses(member)).toEqual([200, 200, 404, 404, 404])
    expect(await statuses(stranger)).toEqual([404, 404, 404, 404, 404])
    expect(await statuses(undefined)).toEqual([401, 401, 401, 401, 401])
    expect((await as(app, undefined).get(path)).body).toEqual(unauthorizedBody)
    const seen = await as(app, member).get(`/workspaces/${made.id}`)
    expect(seen.body.data.attributes.permissions).toMatchObject({ 'can-update': false, 'can-destroy': false })
    expect((await as(app, member).delete(`/workspaces/${made.id}`)).body).toEqual(notFoundBody)
    expect((await as(app, manager).delete(`/workspaces/${made.id}`)).status).toBe(204)
  })

  test('what a site administrator does here is audited as an override', async () => {
    const made = await create({}, admin)
    expect(await auditOf(app, made.id)).toMatchObject([
      { action: 'workspace.create', administratorOverride: true },
    ])
  })

  test('of a disabled organization nothing is there, by name or id', async () => {
    const gone = await app.make.organization(owner)
    const made = await app.make.workspace(owner, gone, '1.0.0')
    await app.prisma.organization.update({ where: { id: gone.id }, data: { isDisabled: true } })
    for (const address of [`/organizations/${gone.name}/workspaces`, `/workspaces/${made.id}`]) {
      const answer = await as(app, owner).get(address)
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    }
  })
})
