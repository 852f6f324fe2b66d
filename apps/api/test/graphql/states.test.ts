import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import type { Person } from '../makers.js'
import { publishModule, registry } from '../modules/module-requests.js'
import { createProvider } from '../providers.js'
import { as, graphql } from '../rest.js'
import { statementsOf } from '../statements.js'
import { announced, openStateSetup, stateText } from '../states/states.js'
import { mutate } from './mutate.js'

const setup = await openStateSetup({ SITE_ADMIN_ORG_ACCESS: 'on' })
const { app, admin, owner, acme, lock, write } = setup

const provider = 'provider["registry.example/acme/aws"]'

/** A resource with these values, one for each instance. */
const instances = (
  address: { module?: string; type: string; name: string },
  ...values: string[]
): object => ({
  ...{ mode: 'managed', ...address, provider },
  instances: values.map((value, index_key) => ({ index_key, attributes: { value } })),
})

const network = (...values: string[]) =>
  instances({ module: 'module.net', type: 'aws_subnet', name: 'private' }, ...values)
const zone = (...values: string[]) => instances({ type: 'aws_zone', name: 'main' }, ...values)

const output = (value: string) => ({ address: { value, type: 'string', sensitive: true } })

/** A workspace with two states, the ids of both, the newer one last. */
async function twoStates() {
  const workspace = await setup.workspace()
  const first = stateText({ resources: [network('marker-a', 'marker-b')], outputs: output('marker-1') })
  const second = stateText({
    serial: 2,
    resources: [network('marker-a', 'marker-c'), zone('marker-d', 'marker-e')],
    outputs: output('marker-2'),
  })
  return {
    workspace,
    first: await write(workspace, first),
    second: await write(workspace, second),
  }
}

const comparison = `{ resources { added changed removed } outputs { added changed removed }
  changes { kind address type } }`

const compare = async (args: string, by = owner) =>
  (await graphql(app, by, `{ stateComparison(${args}) ${comparison} }`)).data['stateComparison']

rule('§13 states', 'What a state changes against the one before is told by address and type, never by value')
test('a state is compared with the one before it, by address', async () => {
  const { first, second } = await twoStates()
  expect(await compare(`id: "${second}"`)).toEqual({
    resources: { added: 2, changed: 1, removed: 0 },
    outputs: { added: 0, changed: 1, removed: 0 },
    changes: [
      { kind: 'ADDED', address: 'aws_zone.main[0]', type: 'aws_zone' },
      { kind: 'ADDED', address: 'aws_zone.main[1]', type: 'aws_zone' },
      { kind: 'CHANGED', address: 'module.net.aws_subnet.private[1]', type: 'aws_subnet' },
      { kind: 'CHANGED', address: 'output.address', type: null },
    ],
  })
  expect(await compare(`id: "${first}"`)).toMatchObject({
    resources: { added: 2, changed: 0, removed: 0 },
    outputs: { added: 1 },
  })
})

test('two states of a workspace are compared either way, and those of two workspaces never', async () => {
  const { first, second } = await twoStates()
  const { second: foreign } = await twoStates()
  expect(await compare(`id: "${first}", fromId: "${second}"`)).toMatchObject({
    resources: { added: 0, changed: 1, removed: 2 },
  })
  const query = `{ stateComparison(id: "${first}", fromId: "${foreign}") ${comparison} }`
  const { errors = [] } = await graphql(app, owner, query)
  expect(errors.map(({ message }) => message)).toEqual(['The states are not of one workspace'])
})

test('the history tells of each state what it changes, in as many statements for two as for one', async () => {
  const { workspace } = await twoStates()
  const query = (size: number) => `{ stateVersions(workspaceId: "${workspace}", page: { size: ${size} }) {
    nodes { serial resourceChanges { added changed removed } rolledBackToSerial createdBy { name } } } }`
  const { answer, own } = await statementsOf(app, () => graphql(app, owner, query(2)))
  expect(answer.data['stateVersions']).toEqual({
    nodes: [
      { serial: 2, resourceChanges: { added: 2, changed: 1, removed: 0 } },
      { serial: 1, resourceChanges: { added: 2, changed: 0, removed: 0 } },
    ].map((each) => ({ ...each, rolledBackToSerial: null, createdBy: { name: 'ana' } })),
  })
  const one = await statementsOf(app, () => graphql(app, owner, query(1)))
  expect(own).toHaveLength(one.own.length)
})

rule('§13 states', 'A value of a state is in no answer of GraphQL where it is sensitive')
test('no answer holds a value of a resource, or of a sensitive output', async () => {
  const { workspace, second } = await twoStates()
  const query = `{ currentStateVersion(workspaceId: "${workspace}") { id resources { type module count } }
    stateVersionOutputs(stateVersionId: "${second}") { nodes { name sensitive value type } }
    stateComparison(id: "${second}") ${comparison} }`
  const answer = await graphql(app, owner, query)
  expect(answer.data['stateVersionOutputs']).toEqual({
    nodes: [{ name: 'address', sensitive: true, value: null, type: 'string' }],
  })
  expect(JSON.stringify(answer)).not.toContain('marker')
})

test('a workspace says when its current state was written', async () => {
  const [{ workspace }, empty] = [await twoStates(), await setup.workspace()]
  const query = `{ written: workspace(id: "${workspace}") { stateWrittenAt }
    empty: workspace(id: "${empty}") { stateWrittenAt } currentStateVersion(workspaceId: "${workspace}") { createdAt } }`
  const { data } = await graphql(app, owner, query)
  const { createdAt } = data['currentStateVersion'] as { createdAt: string }
  expect(data).toMatchObject({ written: { stateWrittenAt: createdAt }, empty: { stateWrittenAt: null } })
})

test('a member without the right to read states is told of none', async () => {
  const { workspace, second } = await twoStates()
  const member = await app.make.member(acme, `member-${app.make.next()}`)
  const query = `{ workspace(id: "${workspace}") { locked resourceCount canReadStates canLock }
    stateVersions(workspaceId: "${workspace}") { totalCount }
    currentStateVersion(workspaceId: "${workspace}") { id }
    stateVersionOutputs(stateVersionId: "${second}") { totalCount }
    stateComparison(id: "${second}") ${comparison} }`
  expect((await graphql(app, member, query)).data).toEqual({
    workspace: { locked: false, resourceCount: 4, canReadStates: false, canLock: false },
    ...{ stateVersions: null, currentStateVersion: null, stateVersionOutputs: null, stateComparison: null },
  })
})

test('a site administrator who compares states as an owner stands in the audit log', async () => {
  const { workspace, first, second } = await twoStates()
  expect(await compare(`id: "${second}"`, admin)).not.toBeNull()
  const events = await app.prisma.auditEvent.findMany({ where: { subjectId: workspace } })
  expect(events.find(({ action }) => action === 'state-version.read')).toMatchObject({
    actorId: admin.id,
    administratorOverride: true,
    after: { stateVersion: second, comparedWith: first },
  })
})

const rollBack = async (id: string, by = owner) => {
  const fields = 'stateVersion { serial rolledBackToSerial } userErrors { code message }'
  return mutate(app, by, 'stateVersionRollBack', { id }, fields)
}

rule('§13 states', 'A person rolls back in one step, under a lock of its own for as long as it takes')
test('a rollback locks the workspace, brings the state back and unlocks it', async () => {
  const { workspace, first } = await twoStates()
  expect(await rollBack(first)).toEqual({
    stateVersion: { serial: 3, rolledBackToSerial: 1 },
    userErrors: [],
  })
  const found = await app.services.workspaces.accessById(owner.ctx, workspace, 'workspaces:read')
  expect(found.workspace).toMatchObject({ lock: null, resourceCount: 2 })
})

test('a rollback of a workspace that another one has locked says who, and changes nothing', async () => {
  const { workspace, first } = await twoStates()
  const other = await app.make.manager(acme, { manageWorkspaces: true })
  await lock(workspace, other, 'applying')
  expect(await rollBack(first)).toMatchObject({
    stateVersion: null,
    userErrors: [{ code: 'CONFLICT', message: expect.stringContaining('applying') }],
  })
  const found = await app.services.workspaces.accessById(owner.ctx, workspace, 'workspaces:read')
  expect(found.workspace).toMatchObject({ lock: { reason: 'applying' }, resourceCount: 4 })
})

rule('§13 use', 'The pages of engine versions and providers tell how many workspaces really use them')
test('an engine version tells whose current states it wrote, and a provider whose have resources of it', async () => {
  const old = await app.make.engineVersion(admin, '1.9.8')
  const cloud = await createProvider(app, owner, 'Acme/private/Acme/cloud')
  const workspace = await setup.workspace()
  const resource = { ...zone('a'), provider: 'provider["registry.test/Acme/cloud"]' }
  const text = stateText({ resources: [resource] }).replace(
    '"terraform_version": "1.11.4"',
    '"engine_version": "1.9.8"',
  )
  await write(workspace, text)
  const site = await graphql(
    app,
    admin,
    `{ engineVersion(id: "${old.id}") { stateUse { workspaces behind } }
      siteWorkspaces(filter: { writtenBy: "1.9.8" }) { nodes { id } } }`,
  )
  expect(site.data).toEqual({
    engineVersion: { stateUse: { workspaces: 1, behind: 1 } },
    siteWorkspaces: { nodes: [{ id: workspace }] },
  })
  const query = `{ registryProvider(id: "${cloud.id}") { usedByWorkspaces }
    workspacesUsingProvider(providerId: "${cloud.id}") { nodes { id } } }`
  expect((await graphql(app, owner, query)).data).toEqual({
    registryProvider: { usedByWorkspaces: 1 },
    workspacesUsingProvider: { nodes: [{ id: workspace }] },
  })
  const stranger = await app.make.user()
  expect((await graphql(app, stranger, query)).data).toEqual({
    registryProvider: null,
    workspacesUsingProvider: null,
  })
})

rule('§13 use', 'The page of a module tells for how many workspaces each version was installed last')
test('a module tells which versions the tokens of workspaces installed last, to those who read the workspaces', async () => {
  await publishModule(app, owner, 'acme/network/aws', '1.0.0', '1.1.0')
  const team = await app.make.team(owner, acme, { organizationAccess: { 'manage-workspaces': true } })
  const of = { type: 'team', id: team.id, organizationId: acme.id } as const
  const { value } = await app.services.tokens.create(owner.ctx, of, { description: 'ci' })
  await registry(app, value, '/v1/modules/acme/network/aws/1.0.0/download')
  const id = await setup.workspace()
  await as(app, value).post(`/workspaces/${id}/actions/lock`)
  await as(app, value).post(`/workspaces/${id}/state-versions`, { body: announced(stateText()) })
  await app.services.moduleDownloads.stop(owner.ctx)
  const query = `{ registryModuleNamespace(name: "acme") { registryModule(name: "network", provider: "aws") {
    versionUse { version workspaces behind } installations(page: { size: 5 }) { nodes { id organizationName version day }
    totalCount } } } }`
  const uses = async (by: Person) => (await graphql(app, by, query)).data['registryModuleNamespace']
  expect(await uses(owner)).toEqual({
    registryModule: {
      versionUse: [{ version: '1.0.0', workspaces: 1, behind: 1 }],
      installations: {
        nodes: [
          { id, organizationName: 'Acme', version: '1.0.0', day: app.clock.now().toISOString().slice(0, 10) },
        ],
        totalCount: 1,
      },
    },
  })
  expect(await uses(await app.make.member(acme))).toEqual({
    registryModule: { versionUse: [], installations: { nodes: [], totalCount: 0 } },
  })
  const past = query.replace('size: 5', 'size: 5, number: 2')
  const { data } = await graphql(app, owner, past)
  expect(data['registryModuleNamespace']?.['registryModule']).toMatchObject({
    installations: { nodes: [], totalCount: 1 },
  })
})
