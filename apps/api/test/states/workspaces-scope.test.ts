import { rule } from '@engine/shared/rule'
import type { Response } from 'supertest'
import { describe, expect, test } from 'vitest'
import { as, documentOf, graphql, notFoundBody } from '../rest.js'
import { announced, byLink, openStateSetup, putTo, stateText } from './states.js'

const { app, owner, acme, write } = await openStateSetup()
const managing = await app.make.team(owner, acme, { organizationAccess: { 'manage-workspaces': true } })
const reading = await app.make.team(owner, acme, { organizationAccess: { 'read-workspaces': true } })

const scopes = ['workspaces']
const E = '/organizations/acme'

async function workspaceWithState(): Promise<{ id: string; name: string }> {
  const { id, name } = await app.make.workspace(owner, acme, '1.11.4')
  await write(id, stateText({ outputs: { key: { value: 'x', type: 'string', sensitive: true } } }))
  return { id, name }
}

/** Asks as the CLI does; asserts the status. */
async function expecting(status: number, answer: Promise<Response>): Promise<Response['body']> {
  const { status: got, text, body } = await answer
  expect(got, text).toBe(status)
  return body
}

describe('a token with the scope `workspaces`', () => {
  rule('§15 scope', 'A token with the scope `workspaces` does all that a `cloud` block of the CLI asks for')
  test('of a team that manages workspaces is enough for a `cloud` block: a new workspace, its state, its end', async () => {
    const ask = as(app, await app.make.ciToken(managing, scopes))
    await expecting(204, ask.get('/ping'))
    await expecting(200, ask.get(`${E}/entitlement-set`))
    await expecting(404, ask.get(`${E}/workspaces/cloud`))
    const binding = { type: 'tag-bindings', attributes: { key: 'env', value: 'prod' } }
    const made = await expecting(
      201,
      ask.post(`${E}/workspaces`, {
        body: {
          data: {
            type: 'workspaces',
            attributes: { name: 'cloud' },
            relationships: { 'tag-bindings': { data: [binding] } },
          },
        },
      }),
    )
    const W = `/workspaces/${made.data.id}`
    await expecting(200, ask.patch(W, { body: documentOf('workspaces', { 'terraform-version': '1.11.4' }) }))
    await expecting(404, ask.get(`${W}/current-state-version`))
    await expecting(200, ask.get(`${W}/tag-bindings`))
    await expecting(200, ask.post(`${W}/actions/lock`, { body: documentOf('', { reason: 'Locked' }) }))
    const text = stateText({ outputs: { key: { value: 'x', type: 'string', sensitive: true } } })
    const begun = { body: announced(text, {}, false) }
    const version = await expecting(201, ask.post(`${W}/state-versions`, begun))
    expect(await putTo(app, version.data.attributes['hosted-state-upload-url'], text)).toBe(200)
    const stored = await expecting(200, ask.get(`/state-versions/${version.data.id}`))
    const download = await byLink(app, stored.data.attributes['hosted-state-download-url'])
    expect(await download.text()).toBe(text)
    const outputs = await expecting(200, ask.get(`${W}/current-state-version-outputs`))
    await expecting(200, ask.get(`/state-version-outputs/${outputs.data[0].id}`))
    const forced = { body: announced(stateText({ lineage: 'moved', serial: 1 }), { force: true }) }
    await expecting(201, ask.post(`${W}/state-versions`, forced))
    await expecting(200, ask.post(`${W}/actions/unlock`))
    const tagged = 'filter[tagged][0][key]=env&filter[tagged][0][value]=prod'
    const found = await expecting(200, ask.get(`${E}/workspaces?${tagged}`))
    expect(found.data.map(({ id }: { id: string }) => id)).toEqual([made.data.id])
    expect(found.data[0].attributes.permissions).toMatchObject({
      'can-update': true,
      'can-lock': true,
      'can-create-state-versions': true,
    })
    await expecting(200, as(app, owner).post(`${W}/actions/lock`))
    await expecting(200, ask.post(`${W}/actions/force-unlock`))
    await expecting(204, ask.post(`${W}/actions/safe-delete`))
  })

  rule('§15 scope', 'What its owner may not do with workspaces it does not do')
  test('of a team that reads workspaces reads all of them and writes nothing', async () => {
    const { id, name } = await workspaceWithState()
    const ask = as(app, await app.make.ciToken(reading, scopes))
    const W = `/workspaces/${id}`
    const reads = [
      ...[`${E}/entitlement-set`, `${E}/workspaces`, `${E}/workspaces/${name}`, W],
      ...[`${W}/current-state-version`, `${W}/state-versions`, `${W}/current-state-version-outputs`],
    ]
    for (const path of reads) await expecting(200, ask.get(path))
    const body = documentOf('workspaces', { name: 'mine' })
    for (const answer of [
      await ask.post(`${E}/workspaces`, { body }),
      await ask.patch(W, { body }),
      await ask.delete(W),
      await ask.post(`${W}/actions/lock`),
      await ask.post(`${W}/state-versions`, { body: announced(stateText({ serial: 2 })) }),
      await ask.patch(`${W}/tag-bindings`, { body: { data: [] } }),
    ])
      expect(answer.body).toEqual(notFoundBody)
  })

  test('of a team without rights to workspaces sees them as a member does, and no state', async () => {
    const { id, name } = await workspaceWithState()
    const ask = as(app, await app.make.ciToken(await app.make.team(owner, acme), scopes))
    await expecting(200, ask.get(`${E}/workspaces/${name}`))
    await expecting(404, ask.get(`/workspaces/${id}/current-state-version`))
    await expecting(404, ask.post(`/workspaces/${id}/actions/lock`))
  })

  rule('§15 scope', 'A token of a team with it reaches no modules, providers, teams, members or settings')
  test('does nothing else, whatever its owner may', async () => {
    const token = await app.make.token(owner, { scopes })
    const ask = as(app, token)
    const things = ['registry-modules', 'registry-providers', 'teams', 'organization-memberships', 'webhooks']
    for (const path of ['', ...things.map((thing) => `/${thing}`)])
      expect((await ask.get(`${E}${path}`)).body, path).toEqual(notFoundBody)
    const body = documentOf('teams', { name: 'mine' })
    for (const thing of things) expect((await ask.post(`${E}/${thing}`, { body })).status, thing).toBe(404)
    expect((await ask.get('/organizations/another/entitlement-set')).body).toEqual(notFoundBody)
    const query = '{ organization(name: "acme") { name } }'
    expect(await graphql(app, token, query)).toEqual({ data: { organization: null } })
  })

  test('makes no token that may do more', async () => {
    const ask = as(app, await app.make.token(owner, { scopes }))
    const make = async (asked: string[]): Promise<number> => {
      const body = documentOf('authentication-tokens', { scopes: asked })
      return (await ask.post(`/users/${owner.id}/authentication-tokens`, { body })).status
    }
    expect([await make(scopes), await make([]), await make(['read']), await make(['registry'])]).toEqual([
      201, 422, 422, 422,
    ])
  })
})
