import { expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { days } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { createModule, createVersion, versionIdOf } from '../modules/module-requests.js'
import { createProvider } from '../providers.js'
import { dataOf, graphql } from '../rest.js'
import { statementsOf } from '../statements.js'

const app = await startTestApp({ TEAM_LIMIT: '3' })
const admin = await app.make.administrator('root')
const owner = await app.make.user('olga')
await app.make.engineVersion(admin, '1.0.0')
const old = await app.make.engineVersion(admin, '0.9.0')

const figures =
  'figures { workspaces outdatedWorkspaces modules providers failedUploads members teams owners storedBytes lastActivityAt }'

const namesOf = async (filter: string): Promise<unknown[]> => {
  const list = `siteOrganizations(filter: { ${filter} }) { nodes { name } totalCount statusCounts { total } }`
  const { siteOrganizations: found } = (await dataOf(app, admin, `{ ${list} }`)) as unknown as {
    siteOrganizations: { nodes: { name: string }[]; totalCount: number; statusCounts: { total: number } }
  }
  expect([found.totalCount, found.statusCounts.total]).toEqual([found.nodes.length, found.nodes.length])
  return found.nodes.map(({ name }) => name)
}

/** An organization with some of each thing. */
async function filled(name: string): Promise<Organization> {
  const organization = await app.make.organization(owner, name)
  await app.make.workspace(owner, organization, '1.0.0')
  await app.make.workspace(owner, organization, '0.9.0')
  await app.make.member(organization)
  const address = `${name}/network/aws`
  await createModule(app, owner, address)
  await createVersion(app, owner, address, '1.0.0')
  await createVersion(app, owner, address, '1.1.0')
  const id = await versionIdOf(app, address, '1.1.0')
  await app.prisma.moduleVersion.update({ where: { id }, data: { status: 'failed', error: 'no archive' } })
  await createProvider(app, owner, `${name}/private/${name}/cloud`)
  await app.prisma.engineVersion.update({ where: { id: old.id }, data: { deprecated: true } })
  return organization
}

const acme = await filled('acme')

test('the figures of an organization are those of its things, for callers who decide about it', async () => {
  const now = app.clock.now()
  app.clock.move(60_000)
  const expected = {
    ...{ workspaces: 2, outdatedWorkspaces: 1, modules: 1, providers: 1, failedUploads: 1 },
    ...{ members: 2, teams: 1, owners: 1, storedBytes: 0, lastActivityAt: now.toISOString() },
  }
  const ask = async (by: Person, field: string) =>
    (await dataOf(app, by, `{ ${field}(name: "acme") { ${figures} } }`))[field]
  expect(await ask(owner, 'organization')).toEqual({ figures: expected })
  expect(await ask(admin, 'siteOrganization')).toEqual({ figures: expected })
  expect(await ask(await app.make.member(acme), 'organization')).toEqual({ figures: null })
})

test('the list is narrowed to organizations that need a look', async () => {
  const none = await app.make.organization(owner, 'none')
  await app.prisma.teamMember.deleteMany({ where: { team: { organizationId: none.id } } })
  const full = await app.make.organization(owner, 'full')
  await app.make.workspace(owner, full, '1.0.0')
  await app.prisma.organization.update({ where: { id: full.id }, data: { workspaceLimit: 1 } })
  const crowded = await app.make.organization(owner, 'crowded')
  await app.make.team(owner, crowded)
  await app.make.team(owner, crowded)
  expect(await namesOf('isAtLimit: true')).toEqual(['crowded', 'full'])
  expect(await namesOf('isAtLimit: false')).toEqual(['acme', 'none'])
  expect(await namesOf('isWithoutOwner: true')).toEqual(['none'])
  expect(await namesOf('isWithoutOwner: false, isAtLimit: true')).toEqual(['crowded', 'full'])
  expect(await namesOf('isOutdated: true')).toEqual(['acme'])
  expect(await namesOf('isOutdated: false')).toEqual(['crowded', 'full', 'none'])
  expect(await namesOf('isIdle: true')).toEqual([])
  app.clock.move(days(91))
  await app.make.team(owner, acme)
  expect(await namesOf('isIdle: true')).toEqual(['crowded', 'full', 'none'])
  expect(await namesOf('isIdle: false')).toEqual(['acme'])
})

test('only site administrators narrow and sort the list of all by them', async () => {
  for (const args of ['filter: { isAtLimit: true }', 'orderBy: { field: STORED_BYTES }']) {
    const { errors } = await graphql(app, owner, `{ siteOrganizations(${args}) { totalCount } }`)
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
  }
})

test('the figures of a page are one statement, whatever its size', async () => {
  const count = async (size: number) => {
    const query = `{ siteOrganizations(page: { size: ${size} }) { nodes { ${figures} } } }`
    const { answer, own } = await statementsOf(app, () => graphql(app, admin, query))
    expect(answer.errors).toBeUndefined()
    return own.length
  }
  expect(await count(4)).toBe(await count(1))
})
