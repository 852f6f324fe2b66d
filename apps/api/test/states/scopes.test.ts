import { rule } from '@engine/shared/rule'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Team } from '../../src/domain/identity/team.js'
import { auditOf } from '../modules/module-requests.js'
import { as, documentOf, graphql, notFoundBody, pointersOf } from '../rest.js'
import { announced, byLink, openStateSetup, putTo, stateText, type StateSetup } from './states.js'

let setup: StateSetup
let team: Team
beforeAll(async () => {
  setup = await openStateSetup()
  const { app, owner, acme } = setup
  team = await app.make.team(owner, acme, { organizationAccess: { 'manage-workspaces': true } })
})
afterAll(() => setup.app.stop())

/** A token of the team; its value. */
async function token(scopes: readonly string[], of = team): Promise<string> {
  const body = documentOf('authentication-tokens', { description: `ci ${setup.app.make.next()}`, scopes })
  const answer = await as(setup.app, setup.owner).post(`/teams/${of.id}/authentication-tokens`, { body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data.attributes.token
}

/** A workspace that has a state; its id and its name. */
async function workspace() {
  const { app, owner, acme } = setup
  const { id, name } = await app.make.workspace(owner, acme, '1.11.4')
  await setup.write(id, stateText({ outputs: { key: { value: 'x', type: 'string', sensitive: true } } }))
  return { id, name }
}

/** What the CLI asks around its writes, by their statuses. */
async function statuses(bearer: string, { id, name }: { id: string; name: string }): Promise<number[]> {
  const ask = as(setup.app, bearer)
  const reads = [
    await ask.get('/organizations/acme/entitlement-set'),
    await ask.get(`/organizations/acme/workspaces/${name}`),
    await ask.get(`/workspaces/${id}/current-state-version`),
    await ask.get(`/workspaces/${id}/state-versions`),
    await ask.get(`/workspaces/${id}/current-state-version-outputs`),
  ]
  const writes = [
    await ask.post(`/workspaces/${id}/actions/lock`),
    await ask.post(`/workspaces/${id}/state-versions`, { body: announced(stateText({ serial: 2 })) }),
    await ask.post(`/workspaces/${id}/actions/unlock`),
  ]
  return [...reads, ...writes].map(({ status }) => status)
}

const [all, none] = [
  [200, 200, 200, 200, 200],
  [404, 404, 404],
]

describe('a token with the scope of one workspace', () => {
  rule('§13 rights', 'A token can be for one workspace alone: `workspace:<organization>/<name>`')
  test('writes the state of that workspace, and finds no other', async () => {
    const [own, other] = [await workspace(), await workspace()]
    const bearer = await token([`workspace:ACME/${own.name}`])
    expect(await statuses(bearer, own)).toEqual([...all, 200, 201, 200])
    expect(await statuses(bearer, other)).toEqual([200, 404, 404, 404, 404, ...none])
  })

  rule('§13 rights', 'With `:read` such a token only reads')
  test('with `:read` reads its state, and locks and writes nothing', async () => {
    const own = await workspace()
    const bearer = await token([`workspace:acme/${own.name}:read`])
    expect(await statuses(bearer, own)).toEqual([...all, ...none])
    const { body } = await as(setup.app, bearer).get(`/workspaces/${own.id}`)
    expect(body.data.attributes.permissions).toMatchObject({
      'can-lock': false,
      'can-update': false,
      'can-read-state-versions': true,
      'can-create-state-versions': false,
    })
  })

  test('with `read` beside it reads all, and writes its own alone', async () => {
    const [own, other] = [await workspace(), await workspace()]
    const bearer = await token(['read', `workspace:acme/${own.name}`])
    expect(await statuses(bearer, own)).toEqual([...all, 200, 201, 200])
    expect(await statuses(bearer, other)).toEqual([...all, ...none])
    const { body } = await as(setup.app, bearer).get('/organizations/acme/workspaces?page[size]=100')
    const writable = body.data.filter(
      (each: { attributes: { permissions: object } }) =>
        (each.attributes.permissions as Record<string, boolean>)['can-create-state-versions'],
    )
    expect(writable.map((each: { id: string }) => each.id)).toEqual([own.id])
  })

  test('uploads and downloads by links, which are of that workspace alone', async () => {
    const [own, other] = [await workspace(), await workspace()]
    const ask = as(setup.app, await token([`workspace:acme/${own.name}`]))
    const text = stateText({ serial: 2 })
    await ask.post(`/workspaces/${own.id}/actions/lock`)
    const made = await ask.post(`/workspaces/${own.id}/state-versions`, { body: announced(text, {}, false) })
    const link = made.body.data.attributes['hosted-state-upload-url']
    expect(await putTo(setup.app, link, text)).toBe(200)
    const { body } = await ask.get(`/state-versions/${made.body.data.id}`)
    const download = body.data.attributes['hosted-state-download-url']
    expect(await (await byLink(setup.app, download)).text()).toBe(text)
    const foreign = await as(setup.app, setup.owner).get(`/workspaces/${other.id}/current-state-version`)
    expect((await ask.get(`/state-versions/${foreign.body.data.id}`)).body).toEqual(notFoundBody)
    const outputs = await as(setup.app, setup.owner).get(`/state-versions/${foreign.body.data.id}/outputs`)
    expect((await ask.get(`/state-version-outputs/${outputs.body.data[0].id}`)).status).toBe(404)
  })

  test('does nothing else: no list, no other thing of the organization, no settings, no forced unlock', async () => {
    const own = await workspace()
    const bearer = await token([`workspace:acme/${own.name}`])
    const ask = as(setup.app, bearer)
    const change = { body: documentOf('workspaces', { description: 'mine' }) }
    const answers = [
      await ask.get('/organizations/acme'),
      await ask.get('/organizations/acme/workspaces'),
      await ask.get('/organizations/acme/teams'),
      await ask.get('/organizations/acme/registry-modules'),
      await ask.patch(`/workspaces/${own.id}`, change),
      await ask.post(`/workspaces/${own.id}/actions/force-unlock`),
      await ask.post(`/workspaces/${own.id}/actions/safe-delete`),
      await ask.delete(`/workspaces/${own.id}`),
    ]
    for (const { status, body } of answers) expect([status, body]).toEqual([404, notFoundBody])
    const query = '{ organization(name: "acme") { name workspaces { totalCount } } }'
    expect(await graphql(setup.app, bearer, query)).toMatchObject({ data: { organization: null } })
    const other = await as(setup.app, bearer).get('/organizations/another/entitlement-set')
    expect(other.status).toBe(404)
  })

  test('gives no more than its team has: without the right to states it finds none', async () => {
    const own = await workspace()
    const plain = await setup.app.make.team(setup.owner, setup.acme)
    const bearer = await token([`workspace:acme/${own.name}`], plain)
    expect(await statuses(bearer, own)).toEqual([404, 404, 404, 404, 404, ...none])
    const reading = await setup.app.make.team(setup.owner, setup.acme, {
      organizationAccess: { 'read-workspaces': true },
    })
    const reader = await token([`workspace:acme/${own.name}`], reading)
    expect(await statuses(reader, own)).toEqual([...all, ...none])
  })

  test.each([
    'workspace:acme',
    'workspace:acme/net/x',
    'workspace:acme/net:write',
    'workspace:/net',
    'workspace:a b/c',
  ])('has a form: %s is none', async (scope) => {
    const body = documentOf('authentication-tokens', { description: 'wrong', scopes: [scope] })
    const answer = await as(setup.app, setup.owner).post(`/teams/${team.id}/authentication-tokens`, { body })
    expect([answer.status, pointersOf(answer)]).toEqual([422, ['/data/attributes/scopes/0']])
  })
})

describe('a site administrator', () => {
  rule('§13 rights', 'Site administrators have states only as owners do, and what they read is recorded')
  test('locks and writes as an owner, and each step is recorded as an override', async () => {
    const { app, admin } = setup
    const { id } = await workspace()
    await setup.lock(id, admin)
    const made = await as(app, admin).post(`/workspaces/${id}/state-versions`, {
      body: announced(stateText({ serial: 2 })),
    })
    expect(made.status, made.text).toBe(201)
    await setup.unlock(id, admin)
    const download = await byLink(app, made.body.data.attributes['hosted-state-download-url'])
    expect([download.status, await download.text()]).toEqual([200, stateText({ serial: 2 })])
    expect((await auditOf(app, id)).slice(-4)).toMatchObject(
      ['workspace.lock', 'state-version.create', 'workspace.unlock', 'state-version.read'].map((action) => ({
        action,
        actorId: admin.id,
        administratorOverride: true,
      })),
    )
  })

  test('finds no state where administrators do not act as owners', async () => {
    const strict = await openStateSetup({ SITE_ADMIN_ORG_ACCESS: 'off' })
    try {
      const id = await strict.workspace()
      const version = await strict.write(id, stateText())
      for (const path of [`/workspaces/${id}/current-state-version`, `/state-versions/${version}`]) {
        expect((await as(strict.app, strict.admin).get(path)).body).toEqual(notFoundBody)
        expect((await as(strict.app, strict.owner).get(path)).status).toBe(200)
      }
    } finally {
      await strict.app.stop()
    }
  })
})
