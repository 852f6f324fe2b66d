import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/kernel/ids.js'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { createModule } from '../modules/module-requests.js'
import { dataOf } from '../rest.js'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const admin = await app.make.administrator()
const member = await app.make.user('mia')
const all = 201

const nameOf = (index: number) => `${index < 150 ? 'team' : 'risk'}-${String(index).padStart(3, '0')}`

beforeAll(async () => {
  for (let index = 0; index < all; index++) {
    const organization = await app.make.organization(admin, nameOf(index))
    await createModule(app, admin, `${organization.name}/network/aws`)
  }
})

type List = { nodes: Record<string, unknown>[]; totalCount: number }

const mine = async (by: Person, args: string): Promise<List> => {
  const query = `{ viewer { organizations${args} { nodes { name } totalCount } } }`
  return (await dataOf(app, by, query))['viewer']?.['organizations'] as List
}

test('an organization beyond the first hundred is found by a part of its name', async () => {
  const { nodes, totalCount } = await mine(admin, '(search: "risk-2", page: { size: 20 })')
  expect({ nodes, totalCount }).toEqual({ nodes: [{ name: 'risk-200' }], totalCount: 1 })
  expect((await mine(admin, '(page: { size: 6 })')).totalCount).toBe(all)
})

test('organizations are found by whole names, in any case, of those that the caller is in', async () => {
  expect(await mine(admin, '(names: ["RISK-180", "team-000", "nowhere"])')).toEqual({
    nodes: [{ name: 'risk-180' }, { name: 'team-000' }],
    totalCount: 2,
  })
  expect(await mine(member, '(names: ["team-000"])')).toEqual({ nodes: [], totalCount: 0 })
})

test('organizations are narrowed to those where the caller has a right', async () => {
  const { services } = app
  for (const [name, rights] of [
    ['risk-190', {}],
    ['risk-191', { manageModules: true }],
    ['risk-192', { manageWorkspaces: true }],
  ] as const) {
    const organization = await services.adminOrganizations.find(admin.ctx, name)
    const membership = {
      id: newId('ou'),
      organizationId: organization.id,
      userId: member.id,
      createdAt: app.clock.now(),
    }
    await app.prisma.organizationMembership.create({ data: membership })
    const team = { id: newId('team'), name: 'crew', nameKey: 'crew', createdAt: app.clock.now() }
    await app.prisma.team.create({
      data: {
        ...team,
        ...rights,
        organizationId: organization.id,
        members: { create: { userId: member.id } },
      },
    })
  }
  expect((await mine(member, '')).totalCount).toBe(3)
  expect(await mine(member, '(permission: MODULES_WRITE)')).toEqual({
    nodes: [{ name: 'risk-191' }],
    totalCount: 1,
  })
  expect(await mine(member, '(permission: WORKSPACES_WRITE)')).toEqual({
    nodes: [{ name: 'risk-192' }],
    totalCount: 1,
  })
  expect((await mine(member, '(permission: ORGANIZATIONS_READ)')).totalCount).toBe(3)
  expect((await mine(member, '(permission: TEAMS_WRITE)')).totalCount).toBe(0)
  expect((await mine(admin, '(permission: TEAMS_WRITE)')).totalCount).toBe(all)
})

test('a facet knows how many values there are, and finds each of them', async () => {
  const facet = async (args: string): Promise<List> =>
    (
      await dataOf(
        app,
        admin,
        `{ registryModuleFacets { organizations${args} { nodes { value } totalCount } } }`,
      )
    )['registryModuleFacets']?.['organizations'] as List
  const first = await facet('(page: { size: 50 })')
  expect([first.nodes.length, first.totalCount]).toEqual([50, all])
  expect(await facet('(search: "isk-20")')).toEqual({ nodes: [{ value: 'risk-200' }], totalCount: 1 })
  const last = await facet('(page: { number: 5, size: 50 })')
  expect([last.nodes.length, last.totalCount]).toEqual([1, all])
})
