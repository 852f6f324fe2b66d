import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { days } from '../../src/kernel/clock.js'
import { systemContext } from '../maintenance/maintenance.js'
import { auditOf } from '../modules/module-requests.js'
import { as } from '../rest.js'
import { announced, openStateSetup, putTo, stateText } from './states.js'

const { app, owner, workspace, lock, unlock, write } = await openStateSetup({ STATE_VERSIONS_KEPT: '2' })

const prune = () => app.services.stateRetention.run(systemContext(app).ctx, async () => true)

async function serialsOf(id: string): Promise<number[]> {
  const { body } = await as(app, owner).get(`/workspaces/${id}/state-versions`)
  return body.data.map((each: { attributes: { serial: number } }) => each.attributes.serial)
}

rule('§13 history', 'Beyond `STATE_VERSIONS_KEPT` the oldest states of a workspace go, with their files')
test('the newest states stay, the rest goes with its files and outputs, and the audit log says so', async () => {
  const [id, small] = [await workspace(), await workspace()]
  const outputs = { key: { value: 'x', type: 'string' } }
  const written: string[] = []
  for (const serial of [1, 2, 3, 4]) written.push(await write(id, stateText({ serial, outputs })))
  await write(small, stateText({ outputs }))
  const files = await app.prisma.stateVersion.findMany({ where: { id: { in: written.slice(0, 2) } } })
  await prune()

  expect([await serialsOf(id), await serialsOf(small)]).toEqual([[4, 3], [1]])
  for (const { storageKey } of files) expect(await app.storage.stat(storageKey ?? '')).toBeUndefined()
  expect(await app.prisma.stateOutputBlock.count({ where: { stateVersionId: { in: written } } })).toBe(2)
  expect((await as(app, owner).get(`/state-versions/${written[0]}`)).status).toBe(404)
  const current = await as(app, owner).get(`/workspaces/${id}/current-state-version`)
  expect(current.body.data.id).toBe(written[3])
  const events = (await auditOf(app, id)).filter(({ action }) => action === 'state-version.prune')
  expect(events).toMatchObject([{ after: { states: 2, upToSerial: 2, kept: 2 } }])

  await prune()
  expect((await auditOf(app, id)).filter(({ action }) => action === 'state-version.prune')).toHaveLength(1)
  // Writers go on as if nothing had happened.
  await write(id, stateText({ serial: 5 }))
  expect(await serialsOf(id)).toEqual([5, 4, 3])
})

test('what was discarded goes once no link leads to it; what waits stays', async () => {
  const id = await workspace()
  const announce = async (): Promise<{ id: string; attributes: Record<string, string> }> =>
    (
      await as(app, owner).post(`/workspaces/${id}/state-versions`, {
        body: announced(stateText(), {}, false),
      })
    ).body.data
  await lock(id)
  const discarded = await announce()
  await unlock(id)
  await lock(id)
  const waiting = await announce()
  await prune()
  const rows = () => app.prisma.stateVersion.findMany({ where: { workspaceId: id }, select: { id: true } })
  expect(await rows()).toHaveLength(2)
  app.clock.move(days(3))
  await prune()
  expect(await rows()).toEqual([{ id: waiting.id }])
  expect(await putTo(app, discarded.attributes['hosted-state-upload-url'] ?? '', stateText())).toBe(404)
})
