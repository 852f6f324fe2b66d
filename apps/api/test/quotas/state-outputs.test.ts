import { randomBytes } from 'node:crypto'
import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { as } from '../rest.js'
import { announced, openStateSetup, putTo } from '../states/states.js'
import { stateOf, storedBy } from './stored.js'

const limit = 4000

const { app, owner, lockedWorkspace, unlock } = await openStateSetup({ STORAGE_LIMIT: String(limit) })

const used = async () => (await storedBy(app, owner)).used

/** Announces a state with this number of bytes of outputs. */
const announce = (id: string, size: number, text: string) => {
  const outputs = randomBytes(size).toString('base64')
  const body = announced(text, { 'json-state-outputs': outputs }, false)
  return as(app, owner).post(`/workspaces/${id}/state-versions`, { body })
}

rule('§18 quotas', 'The outputs that a client announces count as what is stored')
test('announced outputs count while they are kept: until the state is there, or the lock ends', async () => {
  const before = await used()
  const id = await lockedWorkspace()
  const first = await announce(id, 60, stateOf(400))
  const second = await announce(id, 70, stateOf(400))
  expect([first.status, second.status, await used()]).toEqual([201, 201, before + 130])
  expect(await putTo(app, first.body.data.attributes['hosted-state-upload-url'], stateOf(400))).toBe(200)
  expect(await used()).toBe(before + 470)
  await unlock(id)
  expect(await used()).toBe(before + 400)
  const kept = await app.prisma.stateOutputBlock.count({ where: { stateVersionId: second.body.data.id } })
  expect(kept).toBe(0)
})

test('outputs beside a state that the client encrypted count for as long as the state is kept', async () => {
  const before = await used()
  const outputs = JSON.stringify({ a: { value: 'x'.repeat(300), type: 'string' } })
  const said = { 'json-state-outputs': Buffer.from(outputs).toString('base64') }
  const text = JSON.stringify({ serial: 1, lineage: 'a', encrypted_data: 'AAAA' })
  const inBody = await lockedWorkspace()
  const post = (id: string, isInline: boolean) =>
    as(app, owner).post(`/workspaces/${id}/state-versions`, { body: announced(text, said, isInline) })
  const written = await post(inBody, true)
  expect([written.status, written.body.data?.attributes.warnings], written.text).toEqual([201, []])
  await unlock(inBody)
  const one = text.length + outputs.length
  expect(await used()).toBe(before + one)
  const byUpload = await lockedWorkspace()
  const { attributes } = (await post(byUpload, false)).body.data
  expect(await putTo(app, attributes['hosted-state-upload-url'], text)).toBe(200)
  await unlock(byUpload)
  expect(await used()).toBe(before + 2 * one)
})
