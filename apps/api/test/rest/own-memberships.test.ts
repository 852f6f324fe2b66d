import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { as } from '../rest.js'

const path = '/organization-memberships'

const app = await startTestApp()
const other = await app.make.user()
const person = await app.make.user('ana')
await app.make.organization(person, 'first')
const second = await app.make.organization(other, 'second')
await app.make.organization(other, 'third')
await app.prisma.organizationMembership.create({
  data: {
    id: 'ou-0000000000000001',
    organizationId: second.id,
    userId: person.id,
    createdAt: new Date('2100-01-01'),
  },
})

interface Listed {
  readonly relationships: Readonly<Record<string, { readonly data: { readonly id: string } }>>
}

const organizationsOf = (data: readonly Listed[]) =>
  data.map(({ relationships }) => relationships['organization']?.data.id)

rule('§18 own memberships', '`GET /organization-memberships` lists the own memberships of the caller')
test('lists the memberships of the caller alone, in pages, with their organizations', async () => {
  const { status, body } = await as(app, person).get(`${path}?include=user,organization`)
  expect([status, organizationsOf(body.data)]).toEqual([200, ['first', 'second']])
  expect(body.included.map(({ id }: { id: string }) => id)).toEqual([person.id, 'first', 'second'])
  const page = await as(app, person).get(`${path}?page[size]=1&page[number]=2`)
  expect([organizationsOf(page.body.data), page.body.meta.pagination['total-count']]).toEqual([['second'], 2])
})

test('of an administrator too are no more than the own ones', async () => {
  const admin = await app.make.administrator()
  expect((await as(app, admin).get(path)).body.data).toEqual([])
})

test('an organization that is disabled, or keeps the tokens of persons out, is in no list of them', async () => {
  await app.prisma.organization.update({ where: { nameKey: 'second' }, data: { isDisabled: true } })
  await app.prisma.organization.update({ where: { nameKey: 'first' }, data: { userTokensEnabled: false } })
  expect((await as(app, person).get(path)).body.data).toEqual([])
})
