import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, graphql } from '../rest.js'
import { mutate } from './mutate.js'

const app = await startTestApp({ APPLY_TIMEOUT: '12h' })
const admin = await app.make.administrator()
const owner = await app.make.user('olga')

type Facts = Record<string, unknown>

const fields = `id name email isDisabled accessBetaTools globalModuleSharing workerSudoEnabled workspaceLimit
  applyTimeout planTimeout createdAt owners { id username email } moduleConsumers { nodes { name } }`

test('GraphQL and REST tell the same facts of the organizations of the site', async () => {
  const acme = await app.make.organization(owner, 'acme')
  await app.make.organization(owner, 'beta')
  await app.services.registryPartnerships.setConsumers(admin.ctx, acme.id, 'modules', ['beta'])
  await app.services.adminOrganizations.update(admin.ctx, acme.id, {
    workspaceLimit: 3,
    planTimeout: '1h30m',
  })
  const query = `{ siteOrganizations { totalCount statusCounts { total active disabled } nodes { ${fields} } } }`
  const console = (await graphql(app, admin, query)).data['siteOrganizations']
  const rest = (await as(app, admin).get('/admin/organizations?include=owners')).body
  const usernames = new Map(
    rest.included.map((user: { id: string; attributes: Facts }) => [user.id, user.attributes]),
  )
  const facts = rest.data.map(
    (each: { attributes: Facts; relationships: Record<string, { data: Facts[] }> }) => {
      const { attributes: a, relationships } = each
      return {
        id: a['external-id'],
        name: a['name'],
        email: a['notification-email'],
        isDisabled: a['is-disabled'],
        accessBetaTools: a['access-beta-tools'],
        globalModuleSharing: a['global-module-sharing'],
        workerSudoEnabled: a['engine-worker-sudo-enabled'],
        workspaceLimit: a['workspace-limit'],
        applyTimeout: a['apply-timeout'],
        planTimeout: a['plan-timeout'],
        createdAt: a['created-at'],
        owners: relationships['owners']?.data.map(({ id }) => {
          const { username, email } = usernames.get(id) as Facts
          return { id, username, email }
        }),
        moduleConsumers: { nodes: a['name'] === 'acme' ? [{ name: 'beta' }] : [] },
      }
    },
  )
  expect(console?.['nodes']).toEqual(facts)
  expect(console?.['statusCounts']).toEqual(rest.meta['status-counts'])
})

test('a user who is no site administrator gets neither list nor organization, and changes nothing', async () => {
  const here = await app.make.organization(owner)
  const list = await graphql(app, owner, '{ siteOrganizations { totalCount } }')
  expect(list.errors?.[0]?.extensions.code).toBe('NOT_FOUND')
  const one = await graphql(app, owner, `{ siteOrganization(name: "${here.name}") { id } }`)
  expect(one.data['siteOrganization']).toBeNull()
  for (const [mutation, input] of [
    ['siteOrganizationUpdate', { id: here.id, isDisabled: true }],
    ['siteOrganizationModuleConsumersSet', { id: here.id, consumers: [] }],
  ] as const) {
    const { userErrors } = await mutate(app, owner, mutation, input, 'userErrors { code }')
    expect(userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
  }
  expect((await as(app, owner).get(`/organizations/${here.name}`)).status).toBe(200)
})

rule('Spec resources', 'A maximum run time that is unset is the global default')
rule('§5 settings', 'GraphQL shows the global defaults of the timeouts')
test('an update keeps what is absent, unsets by null, tells faults by field and applies to what was read', async () => {
  const here = await app.make.organization(owner)
  const answer = `organization { ${fields} updatedAt effectiveApplyTimeout effectivePlanTimeout defaultApplyTimeout
    defaultPlanTimeout } userErrors { field code message }`
  const run = (input: object) => mutate(app, admin, 'siteOrganizationUpdate', input, answer)
  const first = await run({ id: here.id, applyTimeout: '90m', workspaceLimit: 2, reason: 'a test' })
  expect(first['organization']).toMatchObject({
    applyTimeout: '90m',
    effectiveApplyTimeout: '90m',
    effectivePlanTimeout: '2h',
    defaultApplyTimeout: '12h',
    defaultPlanTimeout: '2h',
    workspaceLimit: 2,
  })
  const second = await run({ id: here.id, applyTimeout: null, accessBetaTools: true })
  expect(second['organization']).toMatchObject({
    applyTimeout: null,
    effectiveApplyTimeout: '12h',
    workspaceLimit: 2,
    accessBetaTools: true,
  })
  const wrong = await run({ id: here.id, planTimeout: 'soon', workspaceLimit: -1 })
  expect(wrong).toMatchObject({
    organization: null,
    userErrors: [
      { field: ['workspaceLimit'], code: 'INVALID' },
      { field: ['planTimeout'], code: 'INVALID' },
    ],
  })
  const { updatedAt } = first['organization'] as Facts
  const late = await run({ id: here.id, isDisabled: true, expectedUpdatedAt: updatedAt })
  expect(late['userErrors']).toMatchObject([{ code: 'STALE' }])
  const rows = await app.prisma.auditEvent.findMany({ where: { subjectId: here.id }, orderBy: { id: 'asc' } })
  expect(rows.map(({ action, reason }) => [action, reason])).toEqual([
    ['organization.create', null],
    ['organization.set', 'a test'],
    ['organization.set', null],
  ])
})

test('setting the consumers ends sharing with all and tells each wrong name by its index', async () => {
  const here = await app.make.organization(owner)
  const other = await app.make.organization(owner)
  await app.services.adminOrganizations.update(admin.ctx, here.id, { globalModuleSharing: true })
  const answer = `organization { globalModuleSharing moduleConsumers { nodes { name } totalCount } }
    userErrors { field code message }`
  const run = (consumers: string[]) =>
    mutate(app, admin, 'siteOrganizationModuleConsumersSet', { id: here.id, consumers }, answer)
  expect(await run([other.name])).toMatchObject({
    organization: {
      globalModuleSharing: false,
      moduleConsumers: { nodes: [{ name: other.name }], totalCount: 1 },
    },
    userErrors: [],
  })
  const wrong = await run(['unknown', other.name, here.name])
  expect(wrong['userErrors']).toMatchObject([
    { field: ['consumers', '0'], message: 'Organization unknown not found' },
    { field: ['consumers', '2'] },
  ])
})

test('the console can tell who may run the organizations of the site', async () => {
  const permissionsOf = async (person: Person) =>
    (await graphql(app, person, '{ viewer { permissions } }')).data['viewer']?.['permissions']
  expect(await permissionsOf(admin)).toEqual(
    expect.arrayContaining(['SITE_ORGANIZATIONS_READ', 'SITE_ORGANIZATIONS_WRITE']),
  )
  expect(await permissionsOf(owner)).toEqual(['ORGANIZATIONS_CREATE'])
})
