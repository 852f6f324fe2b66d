import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import type { Person } from '../makers.js'
import { as, documentOf, expectFaults } from '../rest.js'
import { startAcme } from './acme.js'
import { createWorkspace, path as workspaces } from './workspaces.js'

const { app, owner } = await startAcme()
await app.make.engineVersion(await app.make.administrator(), '1.9.0')

const flags = [
  'allow-destroy-plan',
  'file-triggers-enabled',
  'queue-all-runs',
  'speculative-enabled',
  'structured-run-output-enabled',
]
const all = (value: boolean) => Object.fromEntries(flags.map((flag) => [flag, value]))

const created = (name: string, attributes: object = {}) =>
  createWorkspace(app, owner, { name, ...attributes })

describe('a workspace', () => {
  rule(
    '§11 workspaces',
    'What the vendor’s provider sets and compares is true by default, kept and given back',
  )
  rule('§18 kept', '`queue-all-runs` of a workspace is false by default')
  test('keeps what clients set, and gives back its default for what they did not', async () => {
    const plain = await created('plain')
    const usual = { ...all(true), 'queue-all-runs': false, 'execution-mode': 'local' }
    expect(plain.attributes).toMatchObject(usual)
    const { id } = await created('set', { ...all(false), 'execution-mode': 'local' })
    const path = `/workspaces/${id}`
    expect((await as(app, owner).get(path)).body.data.attributes).toMatchObject(all(false))
    for (const flag of flags) {
      const body = documentOf('workspaces', { [flag]: true })
      const answer = await as(app, owner).patch(path, { body })
      expect([answer.status, answer.body.data.attributes[flag]], flag).toEqual([200, true])
    }
    expect((await as(app, owner).get(path)).body.data.attributes).toMatchObject(all(true))
  })

  test('refuses what is no boolean, and null, where it keeps a boolean', async () => {
    const { id } = await created('strict')
    const wrong = documentOf('workspaces', {
      ...all(true),
      'queue-all-runs': 'yes',
      'speculative-enabled': null,
    })
    const answer = await as(app, owner).patch(`/workspaces/${id}`, { body: wrong })
    expectFaults(
      answer,
      ['/data/attributes/queue-all-runs', 'Queue all runs is invalid'],
      ['/data/attributes/speculative-enabled', "Speculative enabled can't be blank"],
    )
  })

  rule('§11 workspaces', 'An `execution-mode` other than `local` is 422')
  test.each(['remote', 'agent', '', 7])('takes no execution mode %j', async (mode) => {
    const body = documentOf('workspaces', { name: 'elsewhere', 'execution-mode': mode })
    const answer = await as(app, owner).post(workspaces, { body })
    expectFaults(answer, ['/data/attributes/execution-mode', 'Execution mode is not included in the list'])
    expect((await as(app, owner).get(`${workspaces}/elsewhere`)).status).toBe(404)
  })

  rule('§11 workspaces', '`permissions` have `can-force-delete`, and `links.self-html` leads to the console')
  rule('§18 workspaces', '`links.self-html` is `/app/:org/workspaces/:name`')
  test('says whether it can be deleted, and where the console shows it', async () => {
    const { attributes, links } = await created('shown')
    expect(attributes['permissions']).toMatchObject({ 'can-force-delete': true })
    expect(links['self-html']).toBe('/app/Acme/workspaces/shown')
    const acme = await app.prisma.organization.findFirstOrThrow({ where: { name: 'Acme' } })
    const member = await app.make.member({ ...acme })
    const seen = (await as(app, member).get(`${workspaces}/shown`)).body.data.attributes
    expect(seen.permissions).toMatchObject({ 'can-force-delete': false, 'can-destroy': false })
    expect((await as(app, member).post(`${workspaces}/shown/actions/safe-delete`)).status).toBe(404)
  })

  rule('§11 workspaces', '`POST …/actions/safe-delete` deletes it')
  test('is deleted safely, by its name and by its id', async () => {
    const { id } = await created('first')
    await created('second')
    for (const path of [
      `/workspaces/${id}/actions/safe-delete`,
      `${workspaces}/second/actions/safe-delete`,
    ]) {
      const answer = await as(app, owner).post(path)
      expect([answer.status, answer.text]).toEqual([204, ''])
      expect((await as(app, owner).post(path)).status).toBe(404)
    }
    expect((await as(app, owner).get(`/workspaces/${id}`)).status).toBe(404)
    const last = await app.prisma.auditEvent.findFirst({ where: { subjectId: id }, orderBy: { id: 'desc' } })
    expect(last).toMatchObject({ action: 'workspace.delete', actorId: owner.id })
  })
})

describe('an organization', () => {
  const path = '/organizations/Acme'
  const patch = (attributes: object) =>
    as(app, owner).patch(path, { body: documentOf('organizations', attributes) })

  rule('§11 organizations', 'What the vendor’s provider sets and compares is kept and given back')
  test('keeps what clients set, from its creation on', async () => {
    const usual = {
      'speculative-plan-management-enabled': true,
      'allow-force-delete-workspaces': false,
      'session-timeout': null,
      'session-remember': null,
      'user-tokens-enabled': true,
      'collaborator-auth-policy': 'password',
      'default-execution-mode': 'local',
    }
    expect((await as(app, owner).get(path)).body.data.attributes).toMatchObject(usual)
    const others = {
      'speculative-plan-management-enabled': false,
      'allow-force-delete-workspaces': true,
      'session-timeout': 60,
      'session-remember': 20160,
    }
    const changed = await patch({ ...others, 'collaborator-auth-policy': 'password' })
    expect([changed.status, changed.body.data.attributes]).toMatchObject([200, others])
    expect((await patch({ email: 'else@example.com' })).body.data.attributes).toMatchObject(others)
    const unset = await patch({ 'session-timeout': null, 'session-remember': null })
    expect(unset.body.data.attributes).toMatchObject({ 'session-timeout': null, 'session-remember': null })
    const body = documentOf('organizations', { name: 'kept', email: 'kept@example.com', ...others })
    const made = await as(app, owner).post('/organizations', { body })
    expect([made.status, made.body.data.attributes]).toMatchObject([201, others])
  })

  rule('§11 organizations', 'Another `collaborator-auth-policy` or `default-execution-mode` is 422')
  test.each([
    [
      'collaborator-auth-policy',
      'two_factor_mandatory',
      'Collaborator auth policy is not included in the list',
    ],
    ['default-execution-mode', 'agent', 'Default execution mode is not included in the list'],
    ['session-timeout', 0, 'Session timeout is invalid'],
    ['session-remember', 1.5, 'Session remember is invalid'],
    ['user-tokens-enabled', 'no', 'User tokens enabled is invalid'],
    ['cost-estimation-enabled', 'yes', 'Cost estimation enabled is invalid'],
    ['assessments-enforced', null, "Assessments enforced can't be blank"],
    ['owners-team-saml-role-id', 7, 'Owners team saml role id is invalid'],
    [
      'owners-team-saml-role-id',
      'x'.repeat(256),
      'Owners team saml role id is too long (maximum is 255 characters)',
    ],
  ])('refuses %s %j', async (name, value, detail) => {
    const before = (await as(app, owner).get(path)).body
    const answer = await patch({ [name]: value, email: 'new@example.com' })
    expectFaults(answer, [`/data/attributes/${name}`, detail])
    expect((await as(app, owner).get(path)).body).toEqual(before)
  })
})

describe('a user', () => {
  rule('§11 users', '`users` have `permissions`')
  test('is shown with what the caller may do with the account', async () => {
    const own = (await as(app, owner).get('/account/details')).body.data.attributes.permissions
    expect(own).toEqual({
      'can-create-organizations': true,
      'can-change-email': true,
      'can-change-username': true,
      'can-manage-user-tokens': true,
    })
    const readOnly = await app.make.token(owner, { scopes: ['read'] })
    expect((await as(app, readOnly).get('/account/details')).body.data.attributes.permissions).toMatchObject({
      'can-create-organizations': false,
      'can-change-email': false,
    })
    const administrator = await app.make.administrator()
    const others = (await as(app, administrator).get(`/users/${owner.id}`)).body.data.attributes.permissions
    expect(new Set(Object.values(others))).toEqual(new Set([false]))
  })

  rule('§18 users', '`two-factor` stands on every `users` resource')
  test('says in every document whether a second factor is on; who is only invited has none', async () => {
    const acme = await app.prisma.organization.findFirstOrThrow({ where: { name: 'Acme' } })
    const member = await app.make.manager({ ...acme }, { manageWorkspaces: true })
    const team = await app.make.team(owner, { ...acme })
    await app.prisma.teamMember.create({ data: { teamId: team.id, userId: member.id } })
    const invitation = documentOf('organization-memberships', { email: 'invited@example.com' })
    const invited = await as(app, owner).post('/organizations/Acme/organization-memberships', {
      body: invitation,
    })
    expect(invited.body.included).toMatchObject([
      { attributes: { 'two-factor': { enabled: false, verified: false } } },
    ])
    const { id } = await app.make.workspace(owner, { ...acme }, '1.9.0')
    expect((await as(app, member).post(`/workspaces/${id}/actions/lock`)).status).toBe(200)
    const shown = async () => {
      const answers = [
        await as(app, owner).get(`/workspaces/${id}?include=locked_by`),
        await as(app, owner).get(`/users/${member.id}`),
        await as(app, owner).get(`/teams/${team.id}?include=users`),
        await as(app, owner).get('/organizations/Acme/organization-memberships?include=user&page[size]=100'),
      ]
      const found = answers.flatMap(({ body }) =>
        (
          [body.data, body.included ?? []].flat() as { id: string; attributes: Record<string, unknown> }[]
        ).filter(({ id }) => id === member.id),
      )
      return found.map(({ attributes }) => attributes['two-factor'])
    }
    const off = { enabled: false, verified: false }
    expect(await shown()).toEqual([off, off, off, off])
    const data = { twoFactorEnabledAt: app.clock.now(), twoFactorSecret: 'a secret' }
    await app.prisma.user.update({ where: { id: member.id }, data })
    const on = { enabled: true, verified: true }
    expect(await shown()).toEqual([on, on, on, on])
  })

  test('who has locked a workspace and is no colleague of the caller tells nothing of a second factor', async () => {
    const { id } = await created('locked')
    const administrator = await app.make.administrator()
    await app.prisma.user.update({
      where: { id: administrator.id },
      data: { twoFactorEnabledAt: app.clock.now(), twoFactorSecret: 'a secret' },
    })
    expect((await as(app, administrator).post(`/workspaces/${id}/actions/lock`)).status).toBe(200)
    const factor = async (by: Person) =>
      (await as(app, by).get(`/workspaces/${id}?include=locked_by`)).body.included[0].attributes['two-factor']
    expect([await factor(owner), await factor(administrator)]).toEqual([
      { enabled: false, verified: false },
      { enabled: true, verified: true },
    ])
  })
})
