import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../modules/module-requests.js'
import { as, detailsOf, documentOf, expectDetails, notFoundBody } from '../rest.js'
import { announced, openStateSetup, stateText } from './states.js'

const setup = await openStateSetup()
const { app, admin, owner, acme, lock, write } = setup

const act = (id: string, action: string, by = owner, body?: unknown) =>
  as(app, by).post(`/workspaces/${id}/actions/${action}`, body === undefined ? {} : { body })

rule(
  '§13 locks',
  'A lock has a holder, a time and a reason, which REST shows; the CLI sends no type, or no body',
)
test.each([
  ['no body', undefined, null],
  ['an empty type', { data: { type: '', attributes: { reason: 'why' } } }, 'why'],
  ['a bare reason', { reason: 'why' }, 'why'],
  ['an empty object', {}, null],
])('a lock by %s shows who, since when and why, and is unlocked by its holder', async (_, body, reason) => {
  const id = await setup.workspace()
  const locked = await act(id, 'lock?include=locked_by', owner, body)
  expect([locked.status, locked.body.data.attributes], locked.text).toMatchObject([
    200,
    {
      ...{ locked: true, 'locked-at': '2026-03-01T12:00:00.000Z' },
      ...{ 'lock-reason': reason, 'locked-reason': reason },
    },
  ])
  expect(locked.body.data.relationships['locked-by'].data).toEqual({ id: owner.id, type: 'users' })
  expect(locked.body.included).toMatchObject([{ id: owner.id, attributes: { username: 'ana' } }])
  const unlocked = await act(id, 'unlock')
  expect(unlocked.body.data.attributes).toMatchObject({ locked: false, 'lock-reason': null })
  expect(await auditOf(app, id)).toMatchObject([
    { action: 'workspace.create' },
    { action: 'workspace.lock' },
    { action: 'workspace.unlock' },
  ])
})

rule('§18 bodies', 'Bodies without `data` on the actions of a lock are read flat, a wrong type is 422')
test.each(['lock', 'unlock', 'force-unlock'])(
  '%s takes a bare body, and refuses a wrong one',
  async (action) => {
    const id = await setup.workspace()
    if (action !== 'lock') await lock(id)
    const wrong = [await act(id, action, owner, { reason: 5 }), await act(id, action, owner, ['x'])]
    expect(wrong.map(({ status, body }) => [status, body.errors[0].source.pointer])).toEqual([
      [422, '/reason'],
      [422, '/data'],
    ])
    expect((await act(id, action, owner, { reason: 'away' })).status).toBe(200)
    expect((await auditOf(app, id)).at(-1)).toMatchObject({ action: `workspace.${action}` })
  },
)

rule('§18 reasons', 'Reasons of locks are plain lines')
test('a reason is told as one plain line, also one that was stored otherwise', async () => {
  const id = await setup.workspace()
  const rude = ' red\u001b[31m\u0007 \r\n\u202etxt.exe '
  const line = 'red [31m txt.exe'
  const locked = await act(id, 'lock', owner, documentOf('', { reason: rude }))
  expect([locked.status, locked.body.data.attributes['lock-reason']]).toEqual([200, line])
  const where = { where: { id }, data: { lockReason: rude } }
  expect(await app.prisma.workspace.findUnique({ where: { id } })).toMatchObject({ lockReason: line })
  await app.prisma.workspace.update(where)
  const again = await act(id, 'lock')
  expectDetails(again, 409, `The workspace is locked by User ana since 2026-03-01T12:00:00.000Z: ${line}`)
  expect((await act(id, 'unlock', owner, documentOf('', { reason: rude }))).status).toBe(200)
  expect((await auditOf(app, id)).at(-1)).toMatchObject({ action: 'workspace.unlock', reason: line })
})

rule('§13 locks', 'A lock of another one is 409 with who, since when and why')
test('it is given once, another one is told whose it is, and unlocks nothing', async () => {
  const id = await setup.lockedWorkspace()
  const other = await app.make.manager(acme, { manageWorkspaces: true })
  for (const [action, by] of [
    ['lock', owner],
    ['lock', other],
    ['unlock', other],
  ] as const) {
    const answer = await act(id, action, by)
    expect([answer.status, answer.body.errors[0].title, detailsOf(answer)]).toEqual([
      409,
      'conflict',
      ['The workspace is locked by User ana since 2026-03-01T12:00:00.000Z: Locked by the engine'],
    ])
  }
  const forced = await act(id, 'force-unlock', other, documentOf('', { reason: 'ana is away' }))
  expect([forced.status, forced.body.data.attributes.locked]).toEqual([200, false])
  expect((await auditOf(app, id)).at(-1)).toMatchObject({
    action: 'workspace.force-unlock',
    actorId: other.id,
    reason: 'ana is away',
  })
  for (const action of ['unlock', 'force-unlock']) expect((await act(id, action)).status).toBe(409)
})

rule('§18 bodies', 'A 409 of a foreign lock says `is locked by Team` where a team holds it')
test('a lock of a team is told as that of a team', async () => {
  const organizationAccess = { 'manage-workspaces': true }
  const team = await app.make.team(owner, acme, { name: 'ops', organizationAccess })
  const body = documentOf('authentication-tokens', {})
  const made = await as(app, owner).post(`/teams/${team.id}/authentication-token`, { body })
  const id = await setup.workspace()
  const asTeam = as(app, made.body.data.attributes.token)
  const locked = await asTeam.post(`/workspaces/${id}/actions/lock`, { body: { reason: 'nightly' } })
  expect([locked.status, locked.body.data?.attributes['locked-reason']]).toEqual([200, 'nightly'])
  for (const action of ['lock', 'unlock', 'safe-delete']) {
    const answer = await act(id, action)
    expectDetails(answer, 409, 'The workspace is locked by Team ops since 2026-03-01T12:00:00.000Z: nightly')
  }
})

describe('who may', () => {
  rule(
    '§13 rights',
    '`read-workspaces` reads states, `manage-workspaces` writes them too, other members get 404',
  )
  test('holders of read-workspaces read, those of manage-workspaces write too, others find nothing', async () => {
    const id = await setup.workspace()
    await write(id, stateText({ outputs: { key: { value: 'x', type: 'string', sensitive: true } } }))
    const outputs = `/workspaces/${id}/current-state-version-outputs`
    const [output] = (await as(app, owner).get(outputs)).body.data
    const callers = [
      await app.make.manager(acme, { manageWorkspaces: true }),
      await app.make.manager(acme, { readWorkspaces: true }),
      await app.make.member(acme),
      await app.make.user(),
    ]
    const statuses = callers.map(async (caller) => {
      const ask = as(app, caller)
      const answers = [
        await ask.get(`/workspaces/${id}/current-state-version`),
        await ask.get(`/workspaces/${id}/state-versions`),
        await ask.get(outputs),
        await ask.get(`/state-version-outputs/${output.id}`),
        await ask.post(`/workspaces/${id}/actions/lock`),
        await ask.post(`/workspaces/${id}/state-versions`, { body: announced(stateText({ serial: 2 })) }),
        await ask.post(`/workspaces/${id}/actions/unlock`),
      ]
      for (const { status, body } of answers) if (status === 404) expect(body).toEqual(notFoundBody)
      return answers.map(({ status }) => status)
    })
    expect(await Promise.all(statuses)).toEqual([
      [200, 200, 200, 200, 200, 201, 200],
      [200, 200, 200, 200, 404, 404, 404],
      [404, 404, 404, 404, 404, 404, 404],
      [404, 404, 404, 404, 404, 404, 404],
    ])
  })

  rule('§13 outputs', 'A sensitive value is null in lists; by its id those who may read the state get it')
  test('a sensitive output is null in the list of a workspace, shown in that of a version and by its id; a site administrator who asks is audited', async () => {
    const id = await setup.workspace()
    const outputs = {
      list: { value: ['a', 1], type: ['tuple', ['string', 'number']] },
      open: { value: 'b', type: 'string' },
      secret: { value: 'hidden', type: 'string', sensitive: true },
    }
    const version = await write(id, stateText({ outputs }))
    const plain = { type: 'string', 'detailed-type': 'string', 'value-omitted': false }
    for (const [path, value] of [
      [`/workspaces/${id}/current-state-version-outputs`, null],
      [`/state-versions/${version}/outputs`, 'hidden'],
    ] as const) {
      const { body } = await as(app, owner).get(path)
      expect(body.data.map((each: { attributes: object }) => each.attributes)).toEqual([
        {
          name: 'list',
          sensitive: false,
          type: 'array',
          'detailed-type': outputs.list.type,
          value: ['a', 1],
          'value-omitted': false,
        },
        { ...plain, name: 'open', sensitive: false, value: 'b' },
        { ...plain, name: 'secret', sensitive: true, value },
      ])
    }
    const included = await as(app, owner).get(`/workspaces/${id}/current-state-version?include=outputs`)
    expect(included.text).not.toContain('hidden')
    const secret = included.body.included[2].id
    const answer = await as(app, admin).get(`/state-version-outputs/${secret}`)
    expect([answer.status, answer.body.data.attributes.value]).toEqual([200, 'hidden'])
    expect((await auditOf(app, id)).at(-1)).toMatchObject({
      action: 'state-version.read',
      actorId: admin.id,
      administratorOverride: true,
      after: { stateVersion: version, output: 'secret' },
    })
  })
})

describe('deletion', () => {
  rule('§13 deletion', '`safe-delete` is 409 while the current state has resources; `DELETE` deletes it')
  test('safe-delete keeps what manages resources, DELETE removes it with its files', async () => {
    const id = await setup.workspace()
    const some = { mode: 'managed', type: 't', name: 'n', provider: 'p', instances: [{}, {}] }
    await write(id, stateText({ resources: [some] }))
    const safe = await as(app, owner).post(`/workspaces/${id}/actions/safe-delete`)
    expectDetails(safe, 409, 'The workspace manages 2 resources; destroy them first, or delete it by force')
    const { storageKey } = await app.prisma.stateVersion.findFirstOrThrow({ where: { workspaceId: id } })
    expect(await app.storage.stat(storageKey ?? '')).toBeDefined()
    expect((await as(app, owner).delete(`/workspaces/${id}`)).status).toBe(204)
    expect(await app.storage.stat(storageKey ?? '')).toBeUndefined()
    const empty = await setup.workspace()
    await write(empty, stateText())
    expect((await as(app, owner).post(`/workspaces/${empty}/actions/safe-delete`)).status).toBe(204)
  })

  test.each([
    ['data sources alone', { mode: 'data', type: 't', name: 'n', provider: 'p', instances: [{}, {}] }],
    ['resources without instances', { mode: 'managed', type: 't', name: 'n', provider: 'p', instances: [] }],
  ])('safe-delete removes what has %s', async (_, resource) => {
    const id = await setup.workspace()
    await write(id, stateText({ resources: [resource] }))
    expect((await act(id, 'safe-delete')).status).toBe(204)
    expect((await as(app, owner).get(`/workspaces/${id}`)).status).toBe(404)
    expect((await auditOf(app, id)).at(-1)).toMatchObject({ action: 'workspace.delete' })
  })
})

describe('tags', () => {
  rule('§13 tags', 'Tags come with the creation, are listed, and lists are searched by them')
  test('come with a workspace, by name and with a value, and lists are searched by them', async () => {
    const { name } = await app.make.organization(owner)
    const list = `/organizations/${name}/workspaces`
    const make = (workspace: string, relationships: object) =>
      as(app, owner).post(list, {
        body: { data: { type: 'workspaces', attributes: { name: workspace }, relationships } },
      })
    const tags = (...names: string[]) => ({
      tags: { data: names.map((each) => ({ type: 'tags', attributes: { name: each } })) },
    })
    const bindings = (key: string, value: string) => ({
      'tag-bindings': { data: [{ type: 'tag-bindings', attributes: { key, value } }] },
    })
    const made = await make('one', { ...tags('app', 'prod'), ...bindings('env', 'prod') })
    expect([made.status, made.body.data.attributes['tag-names']], made.text).toEqual([
      201,
      ['app', 'env', 'prod'],
    ])
    await make('two', { ...tags('app'), ...bindings('env', 'test') })
    await make('three', {})
    const shown = await as(app, owner).get(`/workspaces/${made.body.data.id}/tag-bindings`)
    expect(shown.body.data.map((each: { attributes: object }) => each.attributes)).toEqual([
      { key: 'app', value: '' },
      { key: 'env', value: 'prod' },
      { key: 'prod', value: '' },
    ])
    const found = async (query: string) =>
      (await as(app, owner).get(`${list}?${query}`)).body.data.map(
        (each: { attributes: { name: string } }) => each.attributes.name,
      )
    expect(await found('search[tags]=app')).toEqual(['one', 'two'])
    expect(await found('search[tags]=app,prod')).toEqual(['one'])
    expect(await found('search[exclude-tags]=prod')).toEqual(['three', 'two'])
    expect(await found('filter[tagged][0][key]=env')).toEqual(['one', 'two'])
    expect(await found('filter[tagged][0][key]=env&filter[tagged][0][value]=prod')).toEqual(['one'])
    const wrong = await make('four', tags('a\u0000b'))
    expectDetails(wrong, 422, 'Tag is invalid')
  })
})
