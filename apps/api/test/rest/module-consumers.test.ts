import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import {
  archiveLink,
  createVersion,
  listed,
  modulePath,
  publishModule,
  registry,
} from '../modules/module-requests.js'
import { as, documentOf, notFoundBody } from '../rest.js'
import { racers } from '../full-run.js'

let producer: Organization

const app = await startTestApp()
const admin = await app.make.administrator()
const owner = await app.make.user()

beforeEach(async () => {
  producer = await app.make.organization(owner)
})

const pathOf = ({ name }: Organization): string =>
  `/admin/organizations/${name}/relationships/module-consumers`

const item = (id: unknown, type: unknown = 'organizations') => ({ id, type })

const set = (body: object, headers = {}) => as(app, admin).patch(pathOf(producer), { body, headers })

const setTo = (...consumers: Organization[]) => set({ data: consumers.map(({ name }) => item(name)) })

const setGlobal = (isGlobal: boolean, { name } = producer) =>
  as(app, admin).patch(`/admin/organizations/${name}`, {
    body: documentOf('organizations', { 'global-module-sharing': isGlobal }),
  })

async function consumers(): Promise<string[]> {
  const answer = await as(app, admin).get(pathOf(producer))
  expect(answer.status).toBe(200)
  return answer.body.data.map(({ id }: { id: string }) => id)
}

async function isGlobal(): Promise<boolean> {
  const answer = await as(app, admin).get(`/admin/organizations/${producer.name}`)
  return answer.body.data.attributes['global-module-sharing']
}

describe('setting the consumers', () => {
  rule('§5 sharing', 'The PATCH of consumers is 204 and replaces the list; a duplicate counts once')
  test('replaces the whole list, a duplicate counts once, in any case of the name', async () => {
    const [one, two] = [await app.make.organization(owner), await app.make.organization(owner)]
    const answer = await set({ data: [item(two.name), item(one.name.toUpperCase()), item(one.name)] })
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await consumers()).toEqual([one.name, two.name].sort())
    await setTo(two)
    expect(await consumers()).toEqual([two.name])
    expect((await setTo()).status).toBe(204)
    expect(await consumers()).toEqual([])
  })

  rule('Spec organizations', 'Setting consumers turns off global sharing')
  rule('§5 sharing', 'Setting consumers, also none, ends global sharing')
  test('ends sharing with all, also by an empty list', async () => {
    for (const list of [[], [await app.make.organization(owner)]]) {
      await setGlobal(true)
      expect((await setTo(...list)).status).toBe(204)
      expect(await isGlobal()).toBe(false)
    }
  })

  rule(
    'Spec resources',
    'A module consumer is `{id, type}`, the id a name and the type `organizations`; both are needed',
  )
  rule('§5 sharing', 'Each bad item has its own error, unknown and itself among them; nothing changes')
  test('tells what is wrong with every item at once and changes nothing', async () => {
    const other = await app.make.organization(owner)
    await setTo(other)
    const answer = await set({
      data: [
        item('no-such-organization'),
        item(other.name, 'teams'),
        item(producer.name),
        item(other.name),
        item('', ''),
        item(5),
        'acme',
        item('nul\u0000', undefined),
      ],
    })
    expect(answer.status).toBe(422)
    const faults = answer.body.errors.map((each: { source: { pointer: string }; detail: string }) => [
      each.source.pointer,
      each.detail,
    ])
    expect(faults).toEqual([
      ['/data/0/id', 'Organization no-such-organization not found'],
      ['/data/1/type', 'Type is invalid'],
      ['/data/2/id', `Organization ${producer.name} cannot consume its own modules`],
      ['/data/4/type', "Type can't be blank"],
      ['/data/4/id', "Id can't be blank"],
      ['/data/5/id', 'Id is invalid'],
      ['/data/6/type', "Type can't be blank"],
      ['/data/6/id', "Id can't be blank"],
      ['/data/7/id', 'Organization nul\u0000 not found'],
    ])
    expect(await consumers()).toEqual([other.name])
  })

  rule('§5 sharing', '`data` that is missing or no array is 422 at `/data`')
  test('needs a list: anything else is refused at /data', async () => {
    for (const body of [{}, { data: null }, { data: item('acme') }, { data: 'acme' }]) {
      const answer = await set(body)
      expect([answer.status, answer.body.errors]).toMatchObject([422, [{ source: { pointer: '/data' } }]])
    }
    expect((await as(app, admin).patch(pathOf(producer), { body: '[1' })).status).toBe(400)
    expect((await as(app, admin).patch(pathOf(producer), { body: '[]' })).status).toBe(422)
    expect((await as(app, admin).patch(pathOf(producer))).status).toBe(422)
    expect((await as(app, admin).post(pathOf(producer), { body: {} })).headers['allow']).toBe(
      'GET, HEAD, PATCH, OPTIONS',
    )
  })

  test('is audited with the names before and after', async () => {
    const [one, two] = [await app.make.organization(owner), await app.make.organization(owner)]
    await setTo(one)
    await setTo(two)
    const rows = await app.prisma.auditEvent.findMany({
      where: { subjectId: producer.id, action: 'module-consumers.set' },
      orderBy: { id: 'asc' },
    })
    expect(rows[1]).toMatchObject({
      actorId: admin.id,
      before: { consumers: [one.name] },
      after: { consumers: [two.name] },
    })
  })

  test('with If-Match, of 10 at once with the same tag, succeeds for one', async () => {
    const { etag = '' } = (await as(app, admin).get(pathOf(producer))).headers
    const other = await app.make.organization(owner)
    const ask = () => set({ data: [item(other.name)] }, { 'If-Match': etag })
    const statuses = (await Promise.all(Array.from({ length: 10 }, ask))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([204, ...Array.from({ length: 9 }, () => 412)])
  })

  rule('§5 sharing', 'Both exclude each other in a race too')
  test('races with sharing with all, many at once: never are there both', async () => {
    const other = await app.make.organization(owner)
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(
        Array.from({ length: racers }, (_, n) => (n % 2 === 0 ? setTo(other) : setGlobal(true))),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 204]))
      const [global, list] = [await isGlobal(), await consumers()]
      expect(list).toEqual(global ? [] : [other.name])
    }
  })

  test('two organizations that name each other at once, and a consumer deleted meanwhile, do no harm', async () => {
    const other = await app.make.organization(owner)
    const setBack = () => as(app, admin).patch(pathOf(other), { body: { data: [item(producer.name)] } })
    const answers = await Promise.all(
      Array.from({ length: racers }, (_, n) => (n % 2 ? setTo(other) : setBack())),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    const [deleted, ...sets] = await Promise.all([
      as(app, admin).delete(`/admin/organizations/${other.name}`),
      ...Array.from({ length: 10 }, () => setTo(other)),
    ])
    expect(deleted?.status).toBe(204)
    for (const { status } of sets) expect([204, 422]).toContain(status)
    expect(await consumers()).toEqual([])
  })
})

rule(
  'Spec organizations',
  'The consumers list is empty under global sharing and without a sharing configuration',
)
test('the consumers list is empty while nothing is configured, and while it shares with all', async () => {
  expect(await consumers()).toEqual([])
  await setTo(await app.make.organization(owner))
  await setGlobal(true)
  const answer = await as(app, admin).get(pathOf(producer))
  expect(answer.body).toMatchObject({ data: [], meta: { pagination: { 'total-count': 0, 'page-size': 20 } } })
})

rule('Spec organizations', 'The consumers list is paged')
rule('§5 organizations', 'Items of the consumers list are the same full resources')
test('the consumers list is paged, and its items are the full resources', async () => {
  const others = [await app.make.organization(owner), await app.make.organization(owner)]
  await setTo(...others)
  const page = await as(app, admin).get(`${pathOf(producer)}?page[size]=1&page[number]=2`)
  expect(page.body.meta.pagination).toMatchObject({ 'total-count': 2, 'total-pages': 2, 'prev-page': 1 })
  const last = [...others].sort((a, b) => (a.name < b.name ? -1 : 1))[1]
  const full = await as(app, admin).get(`/admin/organizations/${last?.name}`)
  expect(page.body.data).toEqual([full.body.data])
  expect((await as(app, owner).get(pathOf(producer))).body).toEqual(notFoundBody)
})

describe('the modules of another organization', () => {
  let reader: Person
  let consumer: Organization
  let address: string

  beforeEach(async () => {
    consumer = await app.make.organization(await app.make.user())
    reader = await app.make.member(consumer)
    address = `${producer.name}/network/aws`
    await publishModule(app, owner, address, '1.0.0')
  })

  const status = async (by: Person | string, path = 'versions') =>
    (await registry(app, by, `/v1/modules/${address}/${path}`)).status

  rule(
    '§7 visibility',
    'A caller sees the modules of its organizations and of those that share with one of them, by name or with all, and no longer than that … which holds for versions, downloads and archives too',
  )
  test('can be used once it shares with an organization of the caller, and no longer than that', async () => {
    expect(await status(reader)).toBe(404)
    await setTo(consumer)
    expect(await listed(app, reader, address)).toEqual(['1.0.0'])
    const link = await archiveLink(app, reader, address, '1.0.0')
    expect((await app.http.get(link)).status).toBe(200)
    expect(await status(reader, 'download')).toBe(302)
    await setTo()
    expect([await status(reader), await status(reader, '1.0.0/download')]).toEqual([404, 404])
    expect((await app.http.get(link)).status).toBe(404)
  })

  rule('Spec resources', 'With `global-module-sharing` the modules are available to all other organizations')
  rule(
    '§7 visibility',
    'A caller sees the modules of its organizations and of those that share with one of them, by name or with all, and no longer than that … and for global sharing, which is for members of any organization',
  )
  test('can be used by members of any organization when it shares with all, and by no other user', async () => {
    const alone = await app.make.user()
    await setGlobal(true)
    expect([await status(reader), await status(alone)]).toEqual([200, 404])
    await setGlobal(false)
    expect(await status(reader)).toBe(404)
  })

  rule('§7 visibility', 'Shared modules can be used, never written')
  test('are never writable, and not found on the paths of its own members', async () => {
    await setTo(consumer)
    const manager = await app.make.manager(consumer, { manageModules: true })
    for (const path of [modulePath(address), `${modulePath(address)}/1.0.0`]) {
      expect((await as(app, manager).get(path)).status).toBe(404)
      expect((await as(app, manager).delete(path)).status).toBe(404)
    }
    expect((await createVersion(app, manager, address, '2.0.0')).body).toEqual(notFoundBody)
    expect((await as(app, manager).get(`/organizations/${producer.name}`)).status).toBe(404)
    expect((await as(app, manager).get(`/organizations/${producer.name}/registry-modules`)).status).toBe(404)
    expect(await listed(app, manager, address)).toEqual(['1.0.0'])
  })

  test('can be used with a token for reading or for the registry, not with one that publishes', async () => {
    await setTo(consumer)
    for (const [scope, expected] of [
      ['read', 200],
      ['registry', 200],
      [`publish:${address}`, 404],
    ] as const)
      expect(await status(await app.make.token(reader, { scopes: [scope] })), scope).toBe(expected)
  })

  rule('§5 disabled', 'Its shared modules are gone for consumers')
  test('are gone while it, or the consumer, is disabled', async () => {
    await setTo(consumer)
    for (const { name } of [producer, consumer]) {
      const setDisabled = (isDisabled: boolean) =>
        as(app, admin).patch(`/admin/organizations/${name}`, {
          body: documentOf('', { 'is-disabled': isDisabled }),
        })
      const link = await archiveLink(app, reader, address, '1.0.0')
      await setDisabled(true)
      expect([await status(reader), (await app.http.get(link)).status], name).toEqual([404, 404])
      await setDisabled(false)
      expect([await status(reader), (await app.http.get(link)).status], name).toEqual([200, 200])
    }
  })

  rule('§3 organizations', '`module-producers` lists whose modules an organization may use')
  test('are listed by their organizations under module-producers, with no more than a name', async () => {
    const global = await app.make.organization(owner)
    const disabled = await app.make.organization(owner)
    await setTo(consumer)
    await setGlobal(true, global)
    await setGlobal(true, disabled)
    await as(app, admin).patch(`/admin/organizations/${disabled.name}`, {
      body: documentOf('', { 'is-disabled': true }),
    })
    const path = `/organizations/${consumer.name}/relationships/module-producers`
    const answer = await as(app, reader).get(path)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toContainEqual({
      id: producer.name,
      type: 'organizations',
      attributes: { name: producer.name, 'external-id': producer.id },
    })
    const names = answer.body.data.map(({ id }: { id: string }) => id)
    expect(names).toContain(global.name)
    expect(names).not.toContain(disabled.name)
    expect(names).not.toContain(consumer.name)
    expect((await as(app, owner).get(path)).body).toEqual(notFoundBody)
    await setGlobal(false, global)
  })
})
