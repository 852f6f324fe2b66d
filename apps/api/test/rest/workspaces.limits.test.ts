import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { atOnce, tally } from '../races.js'
import { as, detailsOf } from '../rest.js'
import { fresh, openWorkspaceSetup, path, workspace } from './workspaces.js'

const { app, admin, owner, acme, create, setRules } = await openWorkspaceSetup()

describe('the usage of a version', () => {
  rule('Spec resources', '`usage` is 0 on a new version and read as the number of workspaces')
  rule('§4 use', '`usage` is the number of workspaces')
  test('usage counts follow what workspaces do', async () => {
    const version = await app.make.engineVersion(admin, '0.5.0')
    const usage = async (): Promise<number> =>
      (await as(app, admin).get(`/admin/engine-versions/${version.id}`)).body.data.attributes.usage
    const { id } = await create({ 'engine-version': '0.5.0' })
    expect(await usage()).toBe(1)
    await as(app, owner).patch(`/workspaces/${id}`, { body: workspace({ 'engine-version': '1.0.0' }) })
    expect(await usage()).toBe(0)
    await as(app, owner).patch(`/workspaces/${id}`, { body: workspace({ 'engine-version': '0.5.0' }) })
    expect(await usage()).toBe(1)
    expect((await as(app, admin).delete(`/admin/engine-versions/${version.id}`)).status).toBe(422)
    await as(app, owner).delete(`/workspaces/${id}`)
    expect(await usage()).toBe(0)
    expect((await as(app, admin).delete(`/admin/engine-versions/${version.id}`)).status).toBe(204)
  })
})

describe('the workspace limit', () => {
  rule(
    'Spec resources',
    'A `workspace-limit` below the present count stops further workspaces and leaves those that are there',
  )
  rule('§5 workspaces', 'Over the limit is 422')
  test('is the last workspace there can be; one below the present count leaves those that are there alone', async () => {
    const { id } = await create()
    const present = await app.prisma.workspace.count({ where: { organizationId: acme.id } })
    await setRules({ workspaceLimit: present + 1 })
    await create()
    const over = await as(app, owner).post(path, { body: workspace({ name: fresh(app) }) })
    expect(over.status).toBe(422)
    expect(over.body.errors).toEqual([
      {
        status: '422',
        title: 'invalid attribute',
        detail: `The organization has reached its limit of ${present + 1} workspaces`,
      },
    ])
    await setRules({ workspaceLimit: 1 })
    expect((await as(app, owner).get(`/workspaces/${id}`)).status).toBe(200)
    const renamed = await as(app, owner).patch(`/workspaces/${id}`, {
      body: workspace({ description: 'still' }),
    })
    expect(renamed.status).toBe(200)
    await setRules({ workspaceLimit: null })
  })

  rule('Spec resources', 'A `workspace-limit` of 0 has no effect')
  rule('§5 settings', '0 is stored and means no limit')
  test.each([0, null])('a limit of %j is none', async (workspaceLimit) => {
    await setRules({ workspaceLimit })
    await create()
    await setRules({ workspaceLimit: null })
  })

  rule('§5 workspaces', 'Racing creations never pass the limit')
  test('is never passed by thirty creations at once', async () => {
    const present = await app.prisma.workspace.count({ where: { organizationId: acme.id } })
    await setRules({ workspaceLimit: present + 5 })
    const answers = await atOnce(() => as(app, owner).post(path, { body: workspace({ name: fresh(app) }) }))
    await setRules({ workspaceLimit: null })
    expect(tally(answers)).toEqual({ 201: 5, 422: 25 })
    for (const answer of answers.filter(({ status }) => status === 422))
      expect(detailsOf(answer)).toEqual([
        `The organization has reached its limit of ${present + 5} workspaces`,
      ])
    expect(await app.prisma.workspace.count({ where: { organizationId: acme.id } })).toBe(present + 5)
  })
})
