import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../modules/module-requests.js'
import { as, detailsOf, expectDetails, notFoundBody } from '../rest.js'
import { fresh, openWorkspaceSetup, path, workspace } from './workspaces.js'

const { app, admin, owner, create } = await openWorkspaceSetup()

describe('show, update and delete', () => {
  rule('§5 workspaces', 'By name and by id it is the same')
  test('by name in any case, or by id, it is the same document', async () => {
    const made = await create()
    const { name } = made.attributes
    for (const address of [`${path}/${name}`, `${path}/${name.toUpperCase()}`, `/workspaces/${made.id}`]) {
      const answer = await as(app, owner).get(address)
      expect([answer.status, answer.body.data]).toEqual([200, made])
    }
    for (const address of [
      `${path}/nothing`,
      `${path}/a%20b`,
      '/workspaces/ws-0000000000000000',
      '/workspaces/x',
    ]) {
      const answer = await as(app, owner).get(address)
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    }
  })

  rule('§5 workspaces', 'PATCH keeps what is absent and changes what is given')
  test('what is absent stays, what is given changes, and it is audited with before and after', async () => {
    const { id, attributes } = await create({ description: 'old', 'engine-version': '1.0.0' })
    const name = fresh(app)
    const answer = await as(app, owner).patch(`${path}/${attributes.name}`, { body: workspace({ name }) })
    expect(answer.status).toBe(200)
    expect(answer.body.data.attributes).toMatchObject({ name, description: 'old', 'engine-version': '1.0.0' })
    const unset = await as(app, owner).patch(`/workspaces/${id}`, { body: workspace({ description: null }) })
    expect(unset.body.data.attributes.description).toBeNull()
    const latest = await as(app, owner).patch(`/workspaces/${id}`, {
      body: workspace({ 'engine-version': 'latest' }),
    })
    expect(latest.body.data.attributes['resolved-engine-version']).toBe('1.10.0')
    expect((await auditOf(app, id)).map(({ action }) => action)).toEqual([
      'workspace.create',
      'workspace.update',
      'workspace.update',
      'workspace.update',
    ])
  })

  test.each(['name', 'engine-version'])('null for %s is 422', async (key) => {
    const { id } = await create()
    const answer = await as(app, owner).patch(`/workspaces/${id}`, { body: workspace({ [key]: null }) })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toMatchObject([{ source: { pointer: `/data/attributes/${key}` } }])
  })

  rule('§5 workspaces', 'An unchanged version is not checked again')
  test('an unchanged version is not checked again, another one is', async () => {
    const version = await app.make.engineVersion(admin, '0.6.0')
    const { id } = await create({ 'engine-version': '0.6.0' })
    await app.services.engineVersions.update(admin.ctx, version.id, { enabled: false, beta: true })
    const attributes = { 'engine-version': '0.6.0', description: 'kept' }
    const changed = await as(app, owner).patch(`/workspaces/${id}`, { body: workspace(attributes) })
    expect([changed.status, changed.body.data.attributes.description]).toEqual([200, 'kept'])
    const other = await as(app, owner).patch(`/workspaces/${id}`, {
      body: workspace({ 'engine-version': '3.0.0' }),
    })
    expect(detailsOf(other)).toEqual([
      'Engine version is invalid: 3.0.0 is disabled; use 2.1.0-rc1, 1.10.0, 1.9.0, or ask a site administrator to enable it',
    ])
  })

  test('a name that is taken is 422', async () => {
    const taken = await create()
    const { id } = await create()
    const answer = await as(app, owner).patch(`/workspaces/${id}`, {
      body: workspace({ name: taken.attributes.name.toUpperCase() }),
    })
    expectDetails(answer, 422, 'Name has already been taken')
  })

  rule('§5 workspaces', 'DELETE is 204, by name and by id')
  test('deletes once, by name or id', async () => {
    const first = await create()
    const second = await create()
    expect((await as(app, owner).delete(`${path}/${first.attributes.name}`)).status).toBe(204)
    expect((await as(app, owner).delete(`/workspaces/${second.id}`)).status).toBe(204)
    expect((await as(app, owner).delete(`/workspaces/${second.id}`)).status).toBe(404)
    expect(await app.prisma.workspace.count({ where: { id: { in: [first.id, second.id] } } })).toBe(0)
    expect((await auditOf(app, second.id)).at(-1)).toMatchObject({
      action: 'workspace.delete',
      before: { id: second.id },
    })
  })

  test('with a stale If-Match it is 412 and nothing changes', async () => {
    const { id } = await create()
    const shown = await as(app, owner).get(`/workspaces/${id}`)
    const headers = { 'If-Match': shown.headers['etag'] as string }
    const change = (description: string) =>
      as(app, owner).patch(`/workspaces/${id}`, { body: workspace({ description }), headers })
    expect((await change('first')).status).toBe(200)
    expect((await change('second')).status).toBe(412)
    expect((await as(app, owner).delete(`/workspaces/${id}`, { headers })).status).toBe(412)
    expect((await as(app, owner).get(`/workspaces/${id}`)).body.data.attributes.description).toBe('first')
  })

  test.each([
    ['"stale"', 412],
    ['*', 400],
  ])('an include that is unknown is told after If-Match: %s is %i', async (condition, status) => {
    const { id, attributes } = await create()
    const odd = { body: workspace({ description: 'odd' }), headers: { 'If-Match': condition } }
    for (const at of [`/workspaces/${id}`, `${path}/${attributes.name}`])
      for (const answer of [
        await as(app, owner).patch(`${at}?include=nothing`, odd),
        await as(app, owner).delete(`${at}?include=nothing`, { headers: odd.headers }),
      ])
        expect([answer.status, answer.body.errors[0].status]).toEqual([status, String(status)])
    expect((await as(app, owner).get(`/workspaces/${id}`)).body.data.attributes).toEqual(attributes)
  })
})
