import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { newSigningKey } from '../../load/src/origin/signing.js'
import { days } from '../../src/kernel/clock.js'
import { registerKey } from '../registry/signed-provider.js'
import { as, documentOf, expectFaults } from '../rest.js'
import { startAcme } from './acme.js'
import { createWorkspace, path as workspaces } from './workspaces.js'

const { app, owner } = await startAcme()
const admin = await app.make.administrator()
await app.make.engineVersion(admin, '1.9.0')

const ask = (by = owner) => as(app, by)
const made = async (path: string, type: string, attributes: object) => {
  const answer = await ask().post(path, { body: documentOf(type, attributes) })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data
}

/** Attributes that the vendor's clients may send for a resource, each with a value that is not the usual one. */
interface Sent {
  readonly type: string
  readonly path: string
  readonly by?: typeof owner
  readonly values: Readonly<Record<string, unknown>>
}

const workspace = await createWorkspace(app, owner, { 'engine-version': '1.9.0' })
const team = await made('/organizations/Acme/teams', 'teams', { name: 'walked' })
await made('/organizations/Acme/registry-modules', 'registry-modules', { name: 'net', provider: 'aws' })
const module = '/organizations/Acme/registry-modules/private/Acme/net/aws'

const resources: Readonly<Record<string, Sent>> = {
  organizations: {
    type: 'organizations',
    path: '/organizations/Acme',
    values: {
      'assessments-enforced': true,
      email: 'other@example.com',
      'session-remember': 20160,
      'session-timeout': 60,
      'collaborator-auth-policy': 'two_factor_mandatory',
      'cost-estimation-enabled': true,
      'owners-team-saml-role-id': 'owners',
      'send-passing-statuses-for-untriggered-speculative-plans': true,
      'aggregated-commit-status-enabled': true,
      'speculative-plan-management-enabled': false,
      'allow-force-delete-workspaces': true,
      'default-execution-mode': 'agent',
      'enforce-hyok': true,
      'stacks-enabled': true,
      'registry-monorepo-support-enabled': true,
      'user-tokens-enabled': true,
      'max-ttl-enabled': true,
    },
  },
  'organizations of site administrators': {
    type: 'organizations',
    path: '/admin/organizations/Acme',
    by: admin,
    values: {
      'access-beta-tools': true,
      'global-module-sharing': true,
      'global-provider-sharing': true,
      'is-disabled': false,
      'apply-timeout': '2h',
      'plan-timeout': '1h',
      'engine-build-worker-apply-timeout': '3h',
      'engine-build-worker-plan-timeout': '2h',
      'engine-worker-sudo-enabled': true,
      'workspace-limit': 50,
    },
  },
  workspaces: {
    type: 'workspaces',
    path: `/workspaces/${workspace.id}`,
    values: {
      'agent-pool-id': 'apool-1',
      'allow-destroy-plan': false,
      'assessments-enabled': true,
      'auto-apply': true,
      'auto-apply-run-trigger': true,
      'auto-destroy-at': '2027-01-01T00:00:00Z',
      'auto-destroy-activity-duration': '14d',
      'inherits-project-auto-destroy': false,
      name: 'renamed',
      description: 'A text',
      'execution-mode': 'agent',
      'file-triggers-enabled': false,
      'global-remote-state': true,
      'project-remote-state': true,
      'migration-environment': 'legacy/net',
      operations: true,
      'queue-all-runs': true,
      'speculative-enabled': false,
      'source-name': 'a client',
      'source-url': 'https://example.com',
      'structured-run-output-enabled': false,
      'engine-version': '1.9.0',
      'trigger-prefixes': ['/modules'],
      'trigger-patterns': ['/**/*.tf'],
      'vcs-repo': { identifier: 'acme/net', 'oauth-token-id': 'ot-1' },
      'working-directory': 'net',
      'hyok-enabled': true,
      'setting-overwrites': { 'execution-mode': true, 'agent-pool': false },
    },
  },
  teams: {
    type: 'teams',
    path: `/teams/${team.id}`,
    values: {
      name: 'walked-on',
      'sso-team-id': 'walkers',
      'organization-access': { 'manage-workspaces': true, 'manage-run-tasks': true },
      visibility: 'organization',
      'allow-member-token-management': false,
    },
  },
  modules: {
    type: 'registry-modules',
    path: module,
    values: {
      'no-code': true,
      'test-config': { 'tests-enabled': true },
      'vcs-repo': { identifier: 'acme/net', 'oauth-token-id': 'ot-1' },
    },
  },
}

rule(
  '§19 settings',
  'Every attribute that the vendor documents is acted upon, kept, or 422; never 200 and absent',
)
describe.each(Object.entries(resources))('%s', (_name, { type, path, by, values }) => {
  test.each(Object.entries(values))('%s is shown as it was set, or 422 by its name', async (name, value) => {
    const answer = await ask(by).patch(path, { body: documentOf(type, { [name]: value }) })
    if (answer.status === 422)
      return expect(answer.body.errors[0].source.pointer).toBe(`/data/attributes/${name}`)
    expect([answer.status, answer.body.data?.attributes], answer.text).toMatchObject([200, { [name]: value }])
    const shown = (await ask(by).get(path)).body.data.attributes
    expect(shown).toMatchObject({ [name]: value })
  })
})

const refused = [
  ['/organizations/Acme', 'organizations', 'enforce-hyok', true],
  ['/organizations/Acme', 'organizations', 'max-ttl-enabled', true],
  [`/workspaces/${workspace.id}`, 'workspaces', 'vcs-repo', { identifier: 'acme/net' }],
  [`/workspaces/${workspace.id}`, 'workspaces', 'auto-destroy-at', '2027-01-01T00:00:00Z'],
  [`/workspaces/${workspace.id}`, 'workspaces', 'auto-destroy-activity-duration', '14d'],
  [`/workspaces/${workspace.id}`, 'workspaces', 'agent-pool-id', 'apool-1'],
  [`/workspaces/${workspace.id}`, 'workspaces', 'hyok-enabled', true],
  [`/workspaces/${workspace.id}`, 'workspaces', 'operations', true],
  [module, 'registry-modules', 'vcs-repo', { identifier: 'acme/net' }],
  [module, 'registry-modules', 'test-config', { 'tests-enabled': true }],
] as const

rule(
  '§19 settings',
  'What could be taken for protection or execution is 422 when it is asked for; null and off are fine',
)
test.each(refused)('%s %s: %s is refused with words, and null, off and absent are fine', async (...given) => {
  const [path, type, name, value] = given
  const answer = await ask().patch(path, { body: documentOf(type, { [name]: value }) })
  expect([answer.status, answer.body.errors?.[0]], answer.text).toMatchObject([
    422,
    { detail: expect.stringMatching(/not offered here/), source: { pointer: `/data/attributes/${name}` } },
  ])
  for (const off of [
    null,
    typeof value === 'boolean' ? false : null,
    ...(typeof value === 'string' ? [''] : []),
  ]) {
    const taken = await ask().patch(path, { body: documentOf(type, { [name]: off }) })
    expect(taken.status, `${name} ${off} ${taken.text}`).toBe(200)
  }
})

test.each([
  [workspaces, 'workspaces', { name: 'made' }, 'vcs-repo', { identifier: 'acme/net' }],
  ['/organizations', 'organizations', { name: 'made', email: 'a@example.com' }, 'max-ttl-enabled', true],
])('a creation at %s is refused and makes nothing', async (path, type, attributes, name, value) => {
  const answer = await ask().post(path, { body: documentOf(type, { ...attributes, [name]: value }) })
  expect([answer.status, answer.body.errors?.[0].source.pointer]).toEqual([422, `/data/attributes/${name}`])
  expect((await ask().get(`${path}/made`)).status).toBe(404)
})

test.each([
  [`/workspaces/${workspace.id}`, 'workspaces', 'ssh-key', 'ssh-keys'],
  [`/workspaces/${workspace.id}`, 'workspaces', 'agent-pool', 'agent-pools'],
  ['/organizations/Acme', 'organizations', 'default-agent-pool', 'agent-pools'],
  [module, 'registry-modules', 'tag-bindings', 'tag-bindings'],
])(
  '%s %s: the relationship %s is refused with words; null and absent are fine',
  async (path, type, name, of) => {
    const related = (data: unknown) => ({ data: { type, relationships: { [name]: { data } } } })
    const answer = await ask().patch(path, { body: related({ type: of, id: 'x-1' }) })
    expectFaults(answer, [
      `/data/relationships/${name}/data`,
      expect.stringMatching(/not offered here/) as string,
    ])
    for (const data of [null, []]) expect((await ask().patch(path, { body: related(data) })).status).toBe(200)
  },
)

const inAMonth = new Date(app.clock.now().getTime() + days(30)).toISOString()
const pair = await newSigningKey()
await registerKey(app, owner, 'Acme', pair)
const providers = '/organizations/Acme/registry-providers'
const ofProvider = `${providers}/private/Acme/cloud/versions`

/** Things that never change, each with all documented attributes at once, in order of creation. */
const creations: Readonly<Record<string, Sent>> = {
  providers: {
    type: 'registry-providers',
    path: providers,
    values: { name: 'cloud', namespace: 'Acme', 'registry-name': 'private' },
  },
  'versions of providers': {
    type: 'registry-provider-versions',
    path: ofProvider,
    values: { version: '1.2.3', 'key-id': pair.keyId, protocols: ['5.0', '6.0'] },
  },
  'platforms of providers': {
    type: 'registry-provider-version-platforms',
    path: `${ofProvider}/1.2.3/platforms`,
    values: {
      os: 'linux',
      arch: 'amd64',
      shasum: 'a'.repeat(64),
      filename: 'terraform-provider-cloud_1.2.3_linux_amd64.zip',
    },
  },
  'tokens of teams': {
    type: 'authentication-tokens',
    path: `/teams/${team.id}/authentication-tokens`,
    values: { description: 'in CI', 'expired-at': inAMonth },
  },
  'versions of modules': {
    type: 'registry-module-versions',
    path: `${module}/versions`,
    values: { version: '1.0.0', 'commit-sha': '9fceb02d0ae598e95dc970b74767f19372d61af8' },
  },
  memberships: {
    type: 'organization-memberships',
    path: '/organizations/Acme/organization-memberships',
    values: { email: 'asked@example.com' },
  },
}

rule(
  '§19 settings',
  'Every attribute that the vendor documents is acted upon, kept, or 422; never 200 and absent, also of what is only made',
)
test.each(Object.entries(creations))(
  '%s show all that they were made with',
  async (_name, { type, path, values }) => {
    const { attributes } = await made(path, type, values)
    expect(attributes).toMatchObject(values)
  },
)

describe('settings of a workspace as the provider of the vendor sends them', async () => {
  const { id } = await createWorkspace(app, owner, { name: 'managed' })
  const path = `/workspaces/${id}`
  const patch = (attributes: object) => ask().patch(path, { body: documentOf('workspaces', attributes) })

  test.each(['remote', 'agent'])(
    'the execution mode %s is no request where the workspace takes the one of its organization',
    async (mode) => {
      const answer = await patch({
        'execution-mode': mode,
        'setting-overwrites': { 'execution-mode': false, 'agent-pool': false },
        'auto-apply': true,
      })
      expect([answer.status, answer.body.data?.attributes], answer.text).toMatchObject([
        200,
        { 'execution-mode': 'local', 'auto-apply': true },
      ])
      for (const overwrites of [{}, { 'setting-overwrites': { 'execution-mode': true } }])
        expectFaults(await patch({ 'execution-mode': mode, ...overwrites }), [
          '/data/attributes/execution-mode',
          'Execution mode is not included in the list',
        ])
    },
  )

  test('patterns and prefixes of triggers replace each other', async () => {
    const triggers = async (attributes: object) => {
      const { data } = (await patch(attributes)).body
      return [data.attributes['trigger-patterns'], data.attributes['trigger-prefixes']]
    }
    expect(await triggers({ 'trigger-patterns': ['/a/**'] })).toEqual([['/a/**'], []])
    expect(await triggers({ description: 'A text' })).toEqual([['/a/**'], []])
    expect(await triggers({ 'trigger-prefixes': [] })).toEqual([[], []])
    expect(await triggers({ 'trigger-prefixes': ['/b'] })).toEqual([[], ['/b']])
    expect(await triggers({ 'trigger-patterns': ['/c/**'] })).toEqual([['/c/**'], []])
    expect(await triggers({ 'trigger-patterns': [], 'trigger-prefixes': ['/d'] })).toEqual([[], ['/d']])
  })

  test('an SSH key is refused with words, and none is fine', async () => {
    const assign = (key: unknown, by = owner) =>
      ask(by).patch(`${path}/relationships/ssh-key`, { body: documentOf('workspaces', { id: key }) })
    expectFaults(await assign('sshkey-1'), ['/data/attributes/id', 'SSH keys are not offered here'])
    const without = await assign(null)
    expect([without.status, without.body.data?.id], without.text).toEqual([200, id])
    expect((await assign(null, await app.make.user('stranger'))).status).toBe(404)
  })

  test.each([
    [
      '/organizations/Acme/registry-modules/vcs',
      'registry-modules',
      {
        'initial-version': '1.0.0',
        'vcs-repo': { identifier: 'acme/net', 'oauth-token-id': 'ot-1', 'organization-name': 'Acme' },
      },
      /^Publishing from a repository is not offered here: /,
    ],
    [
      '/registry-modules',
      'registry-modules',
      { 'vcs-repo': { identifier: 'acme/net', 'oauth-token-id': 'ot-1', 'organization-name': '' } },
      /^Publishing from a repository is not offered here: /,
    ],
    ['/runs', 'runs', { 'auto-apply': false, 'is-destroy': false }, /^Runs are not offered here: /],
  ])('what %s would make is refused with words', async (at, type, attributes, words) => {
    const answer = await ask().post(at, { body: documentOf(type, attributes) })
    expect([answer.status, answer.body.errors?.[0].detail], answer.text).toEqual([
      422,
      expect.stringMatching(words),
    ])
  })

  test('rights of a team in one workspace are refused with words, and none are listed', async () => {
    const rights = '/team-workspaces'
    const body = {
      data: {
        type: 'team-workspaces',
        attributes: { access: 'write' },
        relationships: {
          team: { data: { type: 'teams', id: team.id } },
          workspace: { data: { type: 'workspaces', id } },
        },
      },
    }
    const refusal = await ask().post(rights, { body })
    expect([refusal.status, refusal.body.errors?.[0].detail], refusal.text).toEqual([
      422,
      'Rights in one workspace are not offered here: set organization-access of the team',
    ])
    const list = await ask().get(`${rights}?filter[workspace][id]=${id}`)
    expect([list.status, list.body.data], list.text).toEqual([200, []])
  })
})
