import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../modules/module-requests.js'
import { as, expectDetails, expectFaults } from '../rest.js'
import { openWorkspaceSetup } from './workspaces.js'

const setup = await openWorkspaceSetup()
const { app, owner } = setup

const pathOf = (id: string): string => `/workspaces/${id}/relationships/remote-state-consumers`
const naming = (...ids: readonly string[]) => ({
  body: { data: ids.map((id) => ({ type: 'workspaces', id })) },
})

async function idsAt(id: string, by = owner): Promise<string[]> {
  const answer = await as(app, by).get(pathOf(id))
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data.map((each: { id: string }) => each.id)
}

/** Workspaces in the order of their names. */
const made = async (count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let index = 0; index < count; index++) ids.push((await setup.create()).id)
  return ids
}

describe('the consumers of a state', () => {
  rule('§18 state consumers', 'Consumers of a state are kept and given back')
  test('are added, replaced and removed by id, listed as workspaces, and audited', async () => {
    const [id = '', one = '', two = '', three = ''] = await made(4)
    expect(await idsAt(id)).toEqual([])
    expect((await as(app, owner).post(pathOf(id), naming(one, two))).status).toBe(204)
    expect((await as(app, owner).post(pathOf(id), naming(two))).status).toBe(204)
    expect(await idsAt(id)).toEqual([one, two])
    expect((await as(app, owner).patch(pathOf(id), naming(two, three))).status).toBe(204)
    expect(await idsAt(id)).toEqual([two, three])
    expect((await as(app, owner).delete(pathOf(id), naming(two))).status).toBe(204)
    const { body } = await as(app, owner).get(`${pathOf(id)}?page[size]=1`)
    const shown = await as(app, owner).get(`/workspaces/${three}`)
    expect([body.data, body.meta.pagination['total-count']]).toEqual([[shown.body.data], 1])
    expect((await as(app, owner).patch(pathOf(id), naming())).status).toBe(204)
    expect(await idsAt(id)).toEqual([])
    const changes = (await auditOf(app, id)).filter(({ action }) => action === 'workspace.update')
    expect(changes).toHaveLength(4)
    expect(changes[1]).toMatchObject({
      before: { remoteStateConsumers: [one, two].sort() },
      after: { remoteStateConsumers: expect.arrayContaining([two, three]) },
    })
  })

  test('go with their workspaces', async () => {
    const [id = '', one = '', two = ''] = await made(3)
    await as(app, owner).post(pathOf(id), naming(one, two))
    expect((await as(app, owner).delete(`/workspaces/${one}`)).status).toBe(204)
    expect(await idsAt(id)).toEqual([two])
  })

  rule('§18 state consumers', 'Consumers of a state are of its organization')
  test('of another organization are not found, even to who owns both, and nothing is kept', async () => {
    const [id = '', one = ''] = await made(2)
    const beta = await app.make.organization(owner)
    const foreign = await app.make.workspace(owner, beta, '1.10.0')
    const answer = await as(app, owner).post(pathOf(id), naming(one, foreign.id))
    expectFaults(answer, ['/data/1/id', `Workspace ${foreign.id} not found`])
    expect(await idsAt(id)).toEqual([])
  })

  rule('§18 state consumers', 'To be a consumer of a state gives no right to read it')
  test('are seen by members and changed by those who manage workspaces', async () => {
    const [id = '', one = ''] = await made(2)
    const member = await app.make.member(setup.acme)
    const manager = await app.make.manager(setup.acme, { manageWorkspaces: true })
    expect((await as(app, member).post(pathOf(id), naming(one))).status).toBe(404)
    expect((await as(app, manager).post(pathOf(id), naming(one))).status).toBe(204)
    expect(await idsAt(id, member)).toEqual([one])
    expect((await as(app, await app.make.user()).get(pathOf(id))).status).toBe(404)
  })

  test('are at most 1,000', async () => {
    const [id = ''] = await made(1)
    const ids = Array.from({ length: 1001 }, (_, index) => `ws-${String(index).padStart(16, '0')}`)
    const answer = await as(app, owner).patch(pathOf(id), naming(...ids))
    expectDetails(answer, 422, 'A workspace names at most 1,000 others as readers of its state')
  })
})
