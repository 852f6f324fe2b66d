import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { as, documentOf, expectFaults, graphql } from '../rest.js'
import { startAcme } from './acme.js'
import { createWorkspace, path as workspaces } from './workspaces.js'

const { app, owner } = await startAcme()
await app.make.engineVersion(await app.make.administrator(), '1.9.0')

const created = (name: string, attributes: object = {}) =>
  createWorkspace(app, owner, { name, ...attributes })

describe('what has no effect here', () => {
  const settings = {
    organization: {
      usual: {
        'assessments-enforced': false,
        'cost-estimation-enabled': false,
        'owners-team-saml-role-id': null,
        'send-passing-statuses-for-untriggered-speculative-plans': false,
      },
      set: {
        'assessments-enforced': true,
        'cost-estimation-enabled': true,
        'owners-team-saml-role-id': 'owners',
        'send-passing-statuses-for-untriggered-speculative-plans': true,
      },
    },
    workspace: {
      usual: {
        'assessments-enabled': false,
        'auto-apply': false,
        'global-remote-state': false,
        'setting-overwrites': { 'execution-mode': false, 'agent-pool': false },
        'source-name': null,
        'source-url': null,
        'trigger-prefixes': [],
        'working-directory': null,
      },
      set: {
        'assessments-enabled': true,
        'auto-apply': true,
        'global-remote-state': true,
        'setting-overwrites': { 'execution-mode': true, 'agent-pool': false },
        'source-name': 'pipeline',
        'source-url': 'https://ci.example/1',
        'trigger-prefixes': ['modules', 'shared/'],
        'working-directory': '',
      },
    },
    module: { usual: { 'no-code': false }, set: { 'no-code': true } },
  }
  const kinds = [
    {
      kind: 'organization',
      type: 'organizations',
      at: '/organizations',
      facts: (name: string) => ({ name, email: 'kept@example.com' }),
      one: ({ id }: { id: string }) => `/organizations/${id}`,
      action: 'organization.update',
    },
    {
      kind: 'workspace',
      type: 'workspaces',
      at: workspaces,
      facts: (name: string) => ({ name }),
      one: ({ id }: { id: string }) => `/workspaces/${id}`,
      action: 'workspace.update',
    },
    {
      kind: 'module',
      type: 'registry-modules',
      at: '/organizations/Acme/registry-modules',
      facts: (name: string) => ({ name, provider: 'aws' }),
      one: ({ attributes }: { attributes: Record<string, string> }) =>
        `/organizations/Acme/registry-modules/private/Acme/${attributes['name']}/aws`,
      action: 'module.update',
    },
  ] as const

  rule(
    '§18 kept',
    'What clients set and compare and this platform has nothing for is kept and given back in every document',
  )
  test.each(kinds)(
    'is kept of a $kind from its creation on, in every document, and recorded',
    async ({ kind, type, at, facts, one, action }) => {
      const { usual, set } = settings[kind]
      const send = (name: string, more: object = {}) =>
        as(app, owner).post(at, { body: documentOf(type, { ...facts(name), ...more }) })
      const plain = await send(`usual-${kind}`)
      expect([plain.status, plain.body.data.attributes]).toMatchObject([201, usual])
      const made = await send(`set-${kind}`, set)
      expect([made.status, made.body.data.attributes]).toMatchObject([201, set])

      const path = one(plain.body.data)
      const first = Object.keys(set)[0] as string
      const body = documentOf(type, { [first]: set[first as keyof typeof set] })
      const changed = await as(app, owner).patch(path, { body })
      const expected = { ...usual, [first]: set[first as keyof typeof set] }
      expect([changed.status, changed.body.data.attributes]).toMatchObject([200, expected])
      const event = await app.prisma.auditEvent.findFirstOrThrow({
        where: { action },
        orderBy: { id: 'desc' },
      })
      expect([event.before, event.after]).toMatchObject([{ kept: {} }, { kept: {} }])
      expect(Object.values((event.after as { kept: object }).kept)).toEqual([expected[first as never]])

      const rest = await as(app, owner).patch(path, { body: documentOf(type, set) })
      expect(rest.body.data.attributes).toMatchObject(set)
      const shown = (await as(app, owner).get(path)).body.data
      expect(shown.attributes).toMatchObject(set)
      const listed = (await as(app, owner).get(`${at}?page[size]=100`)).body.data as { id: string }[]
      expect(listed.find(({ id }) => id === shown.id)).toMatchObject({ attributes: set })
    },
  )

  test('merges the groups of a workspace, and takes back what is null', async () => {
    const { id } = await created('merged', settings.workspace.set)
    const patch = (attributes: object) =>
      as(app, owner).patch(`/workspaces/${id}`, { body: documentOf('workspaces', attributes) })
    const answer = await patch({ 'setting-overwrites': { 'agent-pool': true }, 'source-name': null })
    expect(answer.body.data.attributes).toMatchObject({
      'setting-overwrites': { 'execution-mode': true, 'agent-pool': true },
      'source-name': null,
      'source-url': 'https://ci.example/1',
    })
  })

  test.each([
    ['auto-apply', 1, '', 'Auto apply is invalid'],
    ['trigger-prefixes', 'modules', '', 'Trigger prefixes is invalid'],
    ['trigger-prefixes', [7], '/0', 'Trigger prefixes is invalid'],
    ['trigger-prefixes', Array.from({ length: 101 }, () => 'x'), '', 'Trigger prefixes is invalid'],
    ['setting-overwrites', { 'agent-pool': 'x' }, '/agent-pool', 'Agent pool is invalid'],
    ['working-directory', 'x'.repeat(1025), '', 'Working directory is too long (maximum is 1024 characters)'],
  ])(
    'is refused of a workspace where %s has the wrong type or is too large',
    async (name, value, below, detail) => {
      const body = documentOf('workspaces', { name: 'refused', [name]: value })
      const answer = await as(app, owner).post(workspaces, { body })
      expectFaults(answer, [`/data/attributes/${name}${below}`, detail])
      expect((await as(app, owner).get(`${workspaces}/refused`)).status).toBe(404)
    },
  )

  rule('§18 kept', '`default-execution-mode: "remote"` counts as not set')
  test('is an execution mode of an organization that clients set when they set none any more', async () => {
    const body = documentOf('organizations', { 'default-execution-mode': 'remote' })
    const answer = await as(app, owner).patch('/organizations/Acme', { body })
    expect([answer.status, answer.body.data.attributes['default-execution-mode']]).toEqual([200, 'local'])
  })

  rule('§18 workspaces', 'Workspaces have `actions`, `setting-overwrites` and `source`')
  test('says of a workspace what clients read', async () => {
    const { attributes } = await created('read')
    expect(attributes).toMatchObject({ actions: { 'is-destroyable': true }, source: 'tfe-api' })
    const kept = await created('kept-away', { 'allow-destroy-plan': false })
    expect(kept.attributes['actions']).toEqual({ 'is-destroyable': false })
  })

  test('is shown apart by GraphQL, with what has a column of its own', async () => {
    const { id } = await created('apart', { 'auto-apply': true, 'allow-destroy-plan': false })
    const query = `{
      workspace(id: "${id}") { keptSettings { name value } }
      organization(name: "Acme") { keptSettings { name value } }
    }`
    type Settings = readonly { readonly name: string; readonly value: unknown }[]
    const { data } = await graphql(app, owner, query)
    const of = (kind: string) => data[kind]?.['keptSettings'] as Settings
    const names = (list: Settings) => list.map(({ name }) => name)
    expect(of('workspace')).toEqual(
      expect.arrayContaining([
        { name: 'allowDestroyPlan', value: false },
        { name: 'autoApply', value: true },
        { name: 'triggerPrefixes', value: [] },
      ]),
    )
    expect(names(of('workspace'))).toEqual(names(of('workspace')).toSorted())
    expect(names(of('organization'))).toEqual([
      'aggregatedCommitStatusEnabled',
      'allowForceDeleteWorkspaces',
      'assessmentsEnforced',
      'costEstimationEnabled',
      'ownersTeamSamlRoleId',
      'registryMonorepoSupportEnabled',
      'sendPassingStatusesForUntriggeredSpeculativePlans',
      'sessionRemember',
      'sessionTimeout',
      'speculativePlanManagementEnabled',
      'stacksEnabled',
    ])
  })
})
