import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../modules/module-requests.js'
import { as, detailsOf } from '../rest.js'
import { fresh, openWorkspaceSetup, path, workspace } from './workspaces.js'

const { app, owner, acme, create, setRules } = await openWorkspaceSetup()

describe('create', () => {
  rule('§5 workspaces', '201 with the attributes described')
  test('answers 201 with the workspace, on the very version that was asked for', async () => {
    const attributes = { name: 'network', 'engine-version': '1.9.0', description: 'Cables' }
    const status = {
      enabled: true,
      deprecated: false,
      'deprecated-reason': null,
      beta: false,
      newest: '1.10.0',
    }
    const answer = await as(app, owner).post(path, { body: workspace(attributes) })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      data: {
        id: expect.stringMatching(/^ws-[A-Za-z0-9]{16}$/),
        type: 'workspaces',
        attributes: {
          name: 'network',
          'engine-version': '1.9.0',
          'terraform-version': '1.9.0',
          'resolved-engine-version': '1.9.0',
          'resolved-terraform-version': '1.9.0',
          'engine-version-status': status,
          'terraform-version-status': status,
          description: 'Cables',
          'created-at': '2026-03-01T12:00:00.000Z',
          'updated-at': '2026-03-01T12:00:00.000Z',
          'allow-destroy-plan': true,
          'file-triggers-enabled': true,
          'queue-all-runs': false,
          'assessments-enabled': false,
          'auto-apply': false,
          'global-remote-state': false,
          'setting-overwrites': { 'execution-mode': false, 'agent-pool': false },
          'source-name': null,
          'source-url': null,
          'auto-apply-run-trigger': false,
          'inherits-project-auto-destroy': true,
          'migration-environment': null,
          'project-remote-state': false,
          'trigger-patterns': [],
          'trigger-prefixes': [],
          'working-directory': null,
          actions: { 'is-destroyable': true },
          source: 'tfe-api',
          'speculative-enabled': true,
          'structured-run-output-enabled': true,
          'execution-mode': 'local',
          operations: false,
          locked: false,
          'locked-at': null,
          'lock-reason': null,
          'locked-reason': null,
          'resource-count': 0,
          'tag-names': [],
          permissions: {
            'can-update': true,
            'can-destroy': true,
            'can-force-delete': true,
            'can-read-settings': true,
            'can-lock': true,
            'can-unlock': true,
            'can-force-unlock': true,
            'can-read-state-versions': true,
            'can-create-state-versions': true,
            'can-read-state-outputs': true,
          },
        },
        relationships: {
          organization: { data: { id: 'Acme', type: 'organizations' } },
          project: { data: { id: expect.stringMatching(/^prj-[A-Za-z0-9]{16}$/), type: 'projects' } },
          'locked-by': { data: null },
          'current-state-version': { data: null },
        },
        links: {
          self: '/api/v2/organizations/Acme/workspaces/network',
          'self-html': '/app/Acme/workspaces/network',
        },
      },
    })
    expect(await auditOf(app, answer.body.data.id)).toMatchObject([
      {
        action: 'workspace.create',
        actorId: owner.id,
        organizationId: acme.id,
        administratorOverride: false,
      },
    ])
  })

  rule('§5 workspaces', 'Absent or `latest` is the newest enabled `N.N.N` that is not beta')
  test.each([[{}], [{ 'engine-version': null }], [{ 'engine-version': 'latest' }]])(
    '%j takes the newest enabled N.N.N that is not beta',
    async (attributes) => {
      expect((await create(attributes)).attributes['resolved-engine-version']).toBe('1.10.0')
    },
  )

  rule('§5 workspaces', '`latest` with nothing to resolve to is 422')
  test('with nothing that latest could stand for it is 422, asked for or not', async () => {
    await app.prisma.engineVersion.updateMany({
      where: { version: { in: ['1.0.0', '1.9.0', '1.10.0'] } },
      data: { enabled: false },
    })
    try {
      for (const attributes of [{}, { 'engine-version': 'latest' }]) {
        const answer = await as(app, owner).post(path, {
          body: workspace({ name: fresh(app), ...attributes }),
        })
        expect(answer.status).toBe(422)
        expect(answer.body.errors).toMatchObject([
          {
            title: 'invalid attribute',
            detail:
              'Engine version is invalid: no stable version is enabled; site administrators add and enable versions',
            source: { pointer: '/data/attributes/engine-version' },
          },
        ])
      }
    } finally {
      await app.prisma.engineVersion.updateMany({
        where: { version: { in: ['1.0.0', '1.9.0', '1.10.0'] } },
        data: { enabled: true },
      })
    }
  })

  const refused = async (attributes: object, details: string[]): Promise<void> => {
    const before = await app.prisma.workspace.count()
    const answer = await as(app, owner).post(path, { body: workspace(attributes) })
    expect([answer.status, detailsOf(answer)]).toEqual([422, details])
    expect(await app.prisma.workspace.count()).toBe(before)
  }

  rule('§5 workspaces', 'Names are as those of providers')
  test.each([
    [{}, "Name can't be blank"],
    [{ name: '' }, "Name can't be blank"],
    [{ name: null }, "Name can't be blank"],
    [{ name: 'a b' }, 'Name is invalid'],
    [{ name: 'a\u0000b' }, 'Name is invalid'],
    [{ name: 7 }, 'Name is invalid'],
    [{ name: 'x'.repeat(91) }, 'Name is too long (maximum is 90 characters)'],
  ])('a name has up to 90 letters, digits, hyphens and underscores: %j is 422', (attributes, detail) =>
    refused(attributes, [detail]),
  )

  rule('§19 Sign-in, CI, network', 'Names of workspaces have up to 90 characters')
  test('a name of 90 characters is taken, on every path and as a scope', async () => {
    const name = 'w'.repeat(90)
    const made = await as(app, owner).post(path, { body: workspace({ name }) })
    expect(made.status).toBe(201)
    expect((await as(app, owner).get(`${path}/${name}`)).body.data.id).toBe(made.body.data.id)
    const [, , organization] = path.split('/')
    const scopes = [`workspace:${organization}/${name}`]
    const token = await as(app, owner).post(`/users/${owner.id}/authentication-tokens`, {
      body: { data: { attributes: { scopes } } },
    })
    expect([token.status, token.body.data?.attributes.scopes]).toEqual([201, scopes])
    expect((await as(app, owner).delete(`/workspaces/${made.body.data.id}`)).status).toBe(204)
  })

  rule('§5 workspaces', 'An unknown, disabled or beta version is 422')
  test.each([
    ['', "Engine version can't be blank"],
    [
      '1.x',
      'Engine version is invalid: “1.x” is no version number: leave out what does not matter, as in ~> 1.5; write a version, latest, or a constraint such as ~> 1.9.0',
    ],
    [
      'Latest',
      'Engine version is invalid: “Latest” is no version number; write a version, latest, or a constraint such as ~> 1.9.0',
    ],
    [1, 'Engine version is invalid'],
    [
      '9.9.9',
      'Engine version is invalid: 9.9.9 is not known; use 2.1.0-rc1, 1.10.0, 1.9.0, or ask a site administrator to add it',
    ],
    [
      '3.0.0',
      'Engine version is invalid: 3.0.0 is disabled; use 2.1.0-rc1, 1.10.0, 1.9.0, or ask a site administrator to enable it',
    ],
    ['2.0.0', 'Engine version is invalid: 2.0.0 is a beta version'],
  ])('a version is known, enabled and not beta, or the word latest: %j is 422', (wrong, detail) =>
    refused({ name: 'ok', 'engine-version': wrong }, [detail]),
  )

  test('a description is a text of up to 1000 characters, and all faults are told at once', async () => {
    const tooLong = 'Description is too long (maximum is 1000 characters)'
    await refused({ name: 'ok', description: 'x'.repeat(1001) }, [tooLong])
    await refused({ name: 'a b', description: 1, 'engine-version': 'x' }, [
      'Name is invalid',
      'Engine version is invalid: “x” is no version number: leave out what does not matter, as in ~> 1.5; write a version, latest, or a constraint such as ~> 1.9.0',
      'Description is invalid',
    ])
  })

  rule('Spec resources', '`access-beta-tools` lets workspaces use beta versions')
  rule('§5 workspaces', 'A beta version is for organizations with `access-beta-tools`')
  test('a beta version is for organizations with access-beta-tools', async () => {
    await setRules({ accessBetaTools: true })
    expect((await create({ 'engine-version': '2.0.0' })).attributes['engine-version']).toBe('2.0.0')
    await setRules({ accessBetaTools: false })
  })

  test('a name that is there, in any case of it, is 422, but not in another organization', async () => {
    await create({ name: 'twice' })
    const body = workspace({ name: 'TWICE' })
    const answer = await as(app, owner).post(path, { body })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toMatchObject([
      { detail: 'Name has already been taken', source: { pointer: '/data/attributes/name' } },
    ])
    const other = await app.make.organization(owner)
    expect((await as(app, owner).post(`/organizations/${other.name}/workspaces`, { body })).status).toBe(201)
  })

  test('tells a taken name, a version that cannot be used and a reached limit at once', async () => {
    const { attributes } = await create()
    await setRules({ workspaceLimit: 1 })
    const body = workspace({ name: attributes.name, 'engine-version': '3.0.0' })
    const answer = await as(app, owner).post(path, { body })
    await setRules({ workspaceLimit: null })
    expect(detailsOf(answer)).toEqual([
      'Name has already been taken',
      'Engine version is invalid: 3.0.0 is disabled; use 2.1.0-rc1, 1.10.0, 1.9.0, or ask a site administrator to enable it',
      'The organization has reached its limit of 1 workspaces',
    ])
  })
})

describe('aliases', () => {
  rule('§1 aliases', 'The engine version of a workspace is taken and given in each word')
  test('terraform-version is accepted in place of engine-version and returned beside it', async () => {
    const { attributes } = await create({ 'terraform-version': '1.0.0' })
    expect(attributes).toMatchObject({ 'engine-version': '1.0.0', 'terraform-version': '1.0.0' })
  })

  rule('§1 aliases', 'Twins with different values are 422')
  test('twins that say the same are fine, twins that do not are 422', async () => {
    await create({ 'terraform-version': '1.0.0', 'engine-version': '1.0.0' })
    const attributes = { name: fresh(app), 'engine-version': '1.0.0', 'terraform-version': '1.9.0' }
    const answer = await as(app, owner).post(path, { body: workspace(attributes) })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toMatchObject([{ source: { pointer: '/data/attributes/terraform-version' } }])
  })

  rule('§1 aliases', 'Error pointers name the key that was sent')
  test.each(['terraform-version', 'engine-version'])(
    'a fault points at %s when that was sent',
    async (key) => {
      for (const value of ['1.x', '9.9.9', '3.0.0']) {
        const answer = await as(app, owner).post(path, {
          body: workspace({ name: fresh(app), [key]: value }),
        })
        expect(answer.body.errors).toMatchObject([
          { status: '422', source: { pointer: `/data/attributes/${key}` } },
        ])
      }
    },
  )
})
