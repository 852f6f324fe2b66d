import { expect, test } from 'vitest'
import { violatedConstraint } from '../../src/adapters/database/failures.js'
import type { MembershipFilter } from '../../src/domain/teams/organization-membership.js'
import { OrganizationMembershipsStore } from '../../src/domain/teams/organization-memberships.store.js'
import { firstPage } from '../../src/kernel/page.js'
import { startTestApp } from '../app.js'
import { statementsOf } from '../statements.js'

const app = await startTestApp()
const ana = await app.make.user('ana')
const store = new OrganizationMembershipsStore({ of: () => app.prisma, violatedConstraint })
const ids: string[] = []
for (const name of ['acme', 'globex', 'initech']) {
  const organization = await app.make.organization(ana, name)
  ids.push(organization.id)
  await app.make.manager(organization, { manageModules: true })
  await app.make.member(organization, `100.${name}`)
  for (const email of [`Invited@${name}.example`, `a_b%c@${name}.example`]) {
    app.clock.move(1)
    await app.services.memberships.create(ana.ctx, name, { email })
  }
}

const filters: [what: string, filter: MembershipFilter, found: number][] = [
  ['all', {}, 5],
  ['who is invited', { status: 'invited' }, 2],
  ['who is a member', { status: 'active' }, 3],
  ['a part of an invited address, in any case', { search: 'INVITED@' }, 1],
  ['a part of a user name, in any case', { search: 'AnA' }, 1],
  ['a part of the address of a user or of an invitation', { search: 'example' }, 5],
  ['what stands for other characters in patterns', { search: '_b%c' }, 1],
  ['nothing', { search: 'b_c' }, 0],
  ['whole addresses, in any case', { emails: ['ANA@example.com', 'invited@acme.example'] }, 2],
  ['a part of a member only', { search: 'a', status: 'active', emails: ['ana@example.com'] }, 1],
]

test.each(filters)('finds %s', async (_, filter, found) => {
  const { items, totalCount } = await store.list(ana.ctx, ids[0] ?? '', filter, firstPage)
  expect(items).toHaveLength(found)
  expect(totalCount).toBe(found)
})

test.each(filters)('finds %s of many organizations as of each', async (_, filter) => {
  const page = { number: 1, size: 2 }
  const { answer, all } = await statementsOf(app, () => store.listOfMany(ana.ctx, ids, filter, page))
  expect(all).toHaveLength(2)
  expect([...answer.keys()].sort()).toEqual([...ids].sort())
  for (const id of ids) expect(answer.get(id)).toEqual(await store.list(ana.ctx, id, filter, page))
})
