import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import type { Team } from '../../src/domain/teams/team.js'
import { as, documentOf, graphql, notFoundBody, pointersOf } from '../rest.js'
import { statementsOf } from '../statements.js'
import { announced, byLink, openStateSetup, putTo, stateText } from './states.js'

const { app, owner, acme, write } = await openStateSetup()
const team = await app.make.team(owner, acme, { organizationAccess: { 'manage-workspaces': true } })

/** A token of the team; its value. */
async function token(scopes: readonly string[], of = team): Promise<string> {
  const body = documentOf('authentication-tokens', { description: `ci ${app.make.next()}`, scopes })
  const answer = await as(app, owner).post(`/teams/${of.id}/authentication-tokens`, { body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data.attributes.token
}

/** A workspace that has a state; its id and its name. */
async function workspace() {
  const { id, name } = await app.make.workspace(owner, acme, '1.11.4')
  await write(id, stateText({ outputs: { key: { value: 'x', type: 'string', sensitive: true } } }))
  return { id, name }
}

/** The scopes of the team's tokens, as they are shown. */
async function shownScopes(of: Team): Promise<readonly string[][]> {
  const { body } = await as(app, owner).get(`/teams/${of.id}/authentication-tokens`)
  return body.data.map((each: { attributes: { scopes: string[] } }) => each.attributes.scopes)
}

const rename = async (id: string, name: string): Promise<void> => {
  const body = documentOf('workspaces', { name })
  expect((await as(app, owner).patch(`/workspaces/${id}`, { body })).status).toBe(200)
}

/** Statuses of the requests that the CLI sends around its writes. */
async function statuses(bearer: string, { id, name }: { id: string; name: string }): Promise<number[]> {
  const ask = as(app, bearer)
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
    const { body } = await as(app, bearer).get(`/workspaces/${own.id}`)
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
    const { body } = await as(app, bearer).get('/organizations/acme/workspaces?page[size]=100')
    const writable = body.data.filter(
      (each: { attributes: { permissions: object } }) =>
        (each.attributes.permissions as Record<string, boolean>)['can-create-state-versions'],
    )
    expect(writable.map((each: { id: string }) => each.id)).toEqual([own.id])
  })

  test('uploads and downloads by links, which are of that workspace alone', async () => {
    const [own, other] = [await workspace(), await workspace()]
    const ask = as(app, await token([`workspace:acme/${own.name}`]))
    const text = stateText({ serial: 2 })
    await ask.post(`/workspaces/${own.id}/actions/lock`)
    const made = await ask.post(`/workspaces/${own.id}/state-versions`, { body: announced(text, {}, false) })
    const link = made.body.data.attributes['hosted-state-upload-url']
    expect(await putTo(app, link, text)).toBe(200)
    const { body } = await ask.get(`/state-versions/${made.body.data.id}`)
    const download = body.data.attributes['hosted-state-download-url']
    expect(await (await byLink(app, download)).text()).toBe(text)
    const foreign = await as(app, owner).get(`/workspaces/${other.id}/current-state-version`)
    expect((await ask.get(`/state-versions/${foreign.body.data.id}`)).body).toEqual(notFoundBody)
    const outputs = await as(app, owner).get(`/state-versions/${foreign.body.data.id}/outputs`)
    expect((await ask.get(`/state-version-outputs/${outputs.body.data[0].id}`)).status).toBe(404)
  })

  test('does nothing else: no list, no other thing of the organization, no settings, no forced unlock', async () => {
    const own = await workspace()
    const bearer = await token([`workspace:acme/${own.name}`])
    const ask = as(app, bearer)
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
    expect(await graphql(app, bearer, query)).toMatchObject({ data: { organization: null } })
    const other = await as(app, bearer).get('/organizations/another/entitlement-set')
    expect(other.status).toBe(404)
  })

  test('gives no more than its team has: without the right to states it finds none', async () => {
    const own = await workspace()
    const plain = await app.make.team(owner, acme)
    const bearer = await token([`workspace:acme/${own.name}`], plain)
    expect(await statuses(bearer, own)).toEqual([404, 404, 404, 404, 404, ...none])
    const reading = await app.make.team(owner, acme, {
      organizationAccess: { 'read-workspaces': true },
    })
    const reader = await token([`workspace:acme/${own.name}`], reading)
    expect(await statuses(reader, own)).toEqual([...all, ...none])
  })

  rule('§18 scopes', 'The scope of a workspace is kept by its id and shown by its name')
  test('follows the workspace to a new name, and opens no other one that takes the old name', async () => {
    const own = await workspace()
    const bearer = await token([`workspace:acme/${own.name}`])
    await rename(own.id, `${own.name}-new`)
    const taking = await workspace()
    await rename(taking.id, own.name)
    expect(await statuses(bearer, { id: own.id, name: `${own.name}-new` })).toEqual([...all, 200, 201, 200])
    expect(await statuses(bearer, { id: taking.id, name: own.name })).toEqual([
      200,
      404,
      404,
      404,
      404,
      ...none,
    ])
  })

  test('ends with the workspace: one that is made anew by the same name is not opened', async () => {
    const own = await workspace()
    const bearer = await token([`workspace:acme/${own.name}`])
    await as(app, owner).delete(`/workspaces/${own.id}`)
    const anew = await workspace()
    await rename(anew.id, own.name)
    expect(await statuses(bearer, { id: anew.id, name: own.name })).toEqual([
      404,
      404,
      404,
      404,
      404,
      ...none,
    ])
  })

  test('is shown by the present name in lists and alone, by the id once the workspace is gone', async () => {
    const one = await app.make.team(owner, acme, {
      organizationAccess: { 'manage-workspaces': true },
    })
    const [kept, gone] = [await workspace(), await workspace()]
    await token([`workspace:ACME/${kept.name}`, `workspace:acme/${gone.name}:read`, 'registry'], one)
    const named = [`workspace:Acme/${kept.name}`, `workspace:Acme/${gone.name}:read`, 'registry']
    expect(await shownScopes(one)).toEqual([named])
    await rename(kept.id, `${kept.name}-new`)
    await as(app, owner).delete(`/workspaces/${gone.id}`)
    const after = [`workspace:Acme/${kept.name}-new`, `workspace:${gone.id}:read`, 'registry']
    expect(await shownScopes(one)).toEqual([after])
    const query = `{ team(id: "${one.id}") { tokens { nodes { scopes } } } }`
    expect(await graphql(app, owner, query)).toMatchObject({
      data: { team: { tokens: { nodes: [{ scopes: after }] } } },
    })
  })

  test('a list of tokens takes as many statements with many workspaces as with one', async () => {
    const few = await app.make.team(owner, acme)
    const many = await app.make.team(owner, acme)
    await token([`workspace:acme/${(await workspace()).name}`], few)
    for (let index = 0; index < 4; index += 1)
      await token([`workspace:acme/${(await workspace()).name}`], many)
    const count = async (of: Team) => (await statementsOf(app, () => shownScopes(of))).all.length
    await count(few)
    expect(await count(many)).toBe(await count(few))
  })

  test('is not asked for a workspace that is not there, or that its maker does not see', async () => {
    const own = await workspace()
    const stranger = await app.make.user()
    const body = documentOf('authentication-tokens', {
      description: 'foreign',
      scopes: ['registry', `workspace:acme/${own.name}`],
    })
    const foreign = await as(app, stranger).post(`/users/${stranger.id}/authentication-tokens`, {
      body,
    })
    const none = {
      body: documentOf('authentication-tokens', { scopes: ['registry', 'workspace:acme/missing'] }),
    }
    const missing = await as(app, owner).post(`/teams/${team.id}/authentication-tokens`, none)
    for (const answer of [foreign, missing])
      expect([answer.status, pointersOf(answer)]).toEqual([422, ['/data/attributes/scopes/1']])
  })

  test('makes a token of the same workspace by any of its names, and none of another one', async () => {
    const [own, other] = [await workspace(), await workspace()]
    const person = owner
    const first = { description: 'first', scopes: [`workspace:acme/${own.name}`] }
    const path = `/users/${person.id}/authentication-tokens`
    const made = await as(app, person).post(path, { body: documentOf('authentication-tokens', first) })
    const ask = as(app, made.body.data.attributes.token)
    await rename(own.id, `${own.name}-new`)
    const make = (name: string) =>
      ask.post(path, { body: documentOf('authentication-tokens', { scopes: [`workspace:ACME/${name}`] }) })
    const second = await make(`${own.name}-new`)
    expect(second.status, second.text).toBe(201)
    expect(second.body.data.attributes.scopes).toEqual([`workspace:Acme/${own.name}-new`])
    for (const name of [own.name, other.name]) expect((await make(name)).status).toBe(422)
  })

  rule('§18 scopes', '`force: true` on a state needs `manage-workspaces` and no scope of a workspace')
  test('does not force a state upon the workspace: 404, as its forced unlock', async () => {
    const own = await workspace()
    const ask = as(app, await token([`workspace:acme/${own.name}`]))
    await ask.post(`/workspaces/${own.id}/actions/lock`)
    const foreign = stateText({ lineage: 'another', serial: 9 })
    for (const withState of [true, false]) {
      const forced = { body: announced(foreign, { force: true }, withState) }
      const answer = await ask.post(`/workspaces/${own.id}/state-versions`, forced)
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    }
    const { body } = await ask.get(`/workspaces/${own.id}/current-state-version`)
    expect(body.data.attributes.serial).toBe(1)
    await ask.post(`/workspaces/${own.id}/actions/unlock`)
  })

  test.each([
    'workspace:acme',
    'workspace:acme/net/x',
    'workspace:acme/net:write',
    'workspace:/net',
    'workspace:a b/c',
  ])('has a form: %s is none', async (scope) => {
    const body = documentOf('authentication-tokens', { description: 'wrong', scopes: [scope] })
    const answer = await as(app, owner).post(`/teams/${team.id}/authentication-tokens`, { body })
    expect([answer.status, pointersOf(answer)]).toEqual([422, ['/data/attributes/scopes/0']])
  })
})
