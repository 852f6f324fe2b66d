import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, documentOf, graphql, notFoundBody } from '../rest.js'

const app = await startTestApp()
const ana = await app.make.user('ana')

describe('organizations', () => {
  const create = (caller: Person, name: string) =>
    as(app, caller).post('/organizations', {
      body: documentOf('organizations', { name, email: 'o@example.com' }),
    })

  rule('§3 organizations', 'Creation is 201 and makes the team `owners` with the creator in it')
  test('are made by any user, who is the first owner', async () => {
    const made = await create(ana, 'Acme')
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({
      id: 'Acme',
      type: 'organizations',
      attributes: { name: 'Acme', email: 'o@example.com', 'external-id': expect.stringMatching(/^org-/) },
    })
    const team = await app.prisma.team.findFirst({
      where: { organization: { name: 'Acme' } },
      include: { members: true },
    })
    expect(team).toMatchObject({ name: 'owners', members: [{ userId: ana.id }] })
    expect((await as(app, ana).get('/organizations/acme')).body.data.id).toBe('Acme')
  })

  rule('§1 names', 'Organization names are unique without regard to case and taken for good')
  test('have names that are unique in any case, and taken for good', async () => {
    await create(ana, 'Taken')
    const again = await create(ana, 'tAKEN')
    expect(again.body.errors[0].detail).toBe('Name has already been taken')
    await app.prisma.organization.deleteMany({ where: { name: 'Taken' } })
    expect((await create(ana, 'taken')).status).toBe(422)
    for (const name of ['ab', 'a b c', 'search', 'New', 'x'.repeat(65)])
      expect((await create(ana, name)).status, name).toBe(422)
  })

  rule('§2 paging', '`GET /organizations` without page parameters gives all in one page')
  test('come all in one page unless pages are asked for', async () => {
    const many = await app.make.user()
    for (let n = 10; n < 35; n++) await create(many, `many-${n}`)
    const whole = await as(app, many).get('/organizations')
    expect(whole.body.data).toHaveLength(25)
    expect(whole.body.meta.pagination).toMatchObject({
      'total-pages': 1,
      'next-page': null,
      'total-count': 25,
    })
    expect(whole.body.links.self).toBe('http://registry.test/api/v2/organizations')
    const second = await as(app, many).get('/organizations?page[number]=2')
    expect(second.body.data.map((each: { id: string }) => each.id)).toEqual([
      'many-30',
      'many-31',
      'many-32',
      'many-33',
      'many-34',
    ])
  })

  rule('§2 sorting', 'Organizations of the caller by name, byte by byte')
  test('are listed by name, byte by byte', async () => {
    const bea = await app.make.user()
    for (const name of ['b_sorted', 'Zed-sorted', 'b-sorted', '9sorted', 'asorted']) await create(bea, name)
    const list = await as(app, bea).get('/organizations')
    expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([
      '9sorted',
      'Zed-sorted',
      'asorted',
      'b-sorted',
      'b_sorted',
    ])
  })

  test('are not there for strangers', async () => {
    await create(ana, 'secret')
    const stranger = await app.make.user()
    const answer = await as(app, stranger).get('/organizations/secret')
    expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    expect((await as(app, stranger).get('/organizations')).body.data).toEqual([])
  })
})

rule('§3 organizations', '`ORG_CREATION` says who may create')
test('ORG_CREATION=admins keeps creation to administrators, SITE_ADMIN_ORG_ACCESS=off ends their override', async () => {
  const own = await startTestApp({ ORG_CREATION: 'admins', SITE_ADMIN_ORG_ACCESS: 'off' })
  const user = await own.make.user()
  const body = documentOf('organizations', { name: 'acme', email: 'o@example.com' })
  expect((await as(own, user).post('/organizations', { body })).status).toBe(404)
  const admin = await own.make.administrator()
  const query = '{ viewer { permissions } }'
  const granted = { permissions: expect.arrayContaining(['ORGANIZATIONS_CREATE']) }
  expect((await graphql(own, user, query)).data['viewer']).not.toEqual(granted)
  expect((await graphql(own, admin, query)).data['viewer']).toEqual(granted)
  expect((await as(own, admin).post('/organizations', { body })).status).toBe(201)
  const other = await own.make.administrator()
  expect((await as(own, other).get('/organizations/acme')).status).toBe(404)
})
