import { rule } from '@engine/shared/rule'
import { afterEach, expect, test } from 'vitest'
import { auditOf } from '../modules/module-requests.js'
import { as, expectDetails, graphql } from '../rest.js'
import { announced, openStateSetup, putTo } from '../states/states.js'
import { fullSentence, stateOf, storedBy } from './stored.js'

const limit = 4000
const largestState = 3000

const { app, owner, workspace, lockedWorkspace, lock, unlock, write } = await openStateSetup({
  STORAGE_LIMIT: String(limit),
  STATE_UPLOAD_LIMIT: String(largestState),
})

const used = async () => (await storedBy(app, owner)).used
const post = (id: string, body: object) => as(app, owner).post(`/workspaces/${id}/state-versions`, { body })
const act = (id: string, action: 'lock' | 'unlock') =>
  as(app, owner).post(`/workspaces/${id}/actions/${action}`)

const sentence = `${fullSentence(limit)}. Nothing has been changed yet: delete modules, providers or workspaces that are not needed, or have the limit raised, and lock again`

const empty = () => app.prisma.workspace.deleteMany({})

afterEach(empty)

rule(
  '§18 quotas',
  'A full organization is refused the lock, before a run changes anything, and never the state of a run',
)
test('where the storage is full the lock is refused with what to do, and nothing has happened', async () => {
  const [id, other] = [await workspace(), await workspace()]
  await write(id, stateOf(2000))
  await write(id, stateOf(1999, 2))
  await lock(id)
  await unlock(id)
  await write(id, stateOf(401, 3))
  const locks = async () =>
    (await auditOf(app, id)).filter(({ action }) => action === 'workspace.lock').length
  const before = await locks()
  for (const full of [id, other]) {
    const refused = await act(full, 'lock')
    expectDetails(refused, 422, sentence)
    const shown = await as(app, owner).get(`/workspaces/${full}`)
    expect(shown.body.data.attributes.locked).toBe(false)
  }
  expect(await locks()).toBe(before)
  // One step for people has its own lock.
  const [former] = await app.prisma.stateVersion.findMany({
    where: { workspaceId: id },
    orderBy: { serial: 'asc' },
  })
  const rollBack = `mutation { stateVersionRollBack(input: { id: "${former?.id}" }) { userErrors { message } } }`
  const { data } = await graphql(app, owner, rollBack)
  expect(data?.['stateVersionRollBack']).toMatchObject({ userErrors: [{ message: sentence }] })
  await empty()
  await lockedWorkspace()
})

test('what is written under a lock that was given passes, with its JSON, though the storage is full', async () => {
  const [inBody, byUpload] = [await lockedWorkspace(), await lockedWorkspace()]
  await write(await workspace(), stateOf(2999))
  await write(await workspace(), stateOf(1001))
  expect((await post(inBody, announced(stateOf(900)))).status).toBe(201)
  const waiting = await post(byUpload, announced(stateOf(900), { 'json-state-outputs': 'e30=' }, false))
  expect(waiting.status, waiting.text).toBe(201)
  const { attributes } = waiting.body.data
  expect(await putTo(app, attributes['hosted-state-upload-url'], stateOf(900))).toBe(200)
  expect(await putTo(app, attributes['hosted-json-state-upload-url'], '{}')).toBe(200)
  expect(await used()).toBe(limit + 1802)
  for (const id of [inBody, byUpload]) {
    await unlock(id)
    expectDetails(await act(id, 'lock'), 422, sentence)
  }
})

rule('§18 quotas', 'Under a lock the storage goes over its limit by one largest state with its JSON, no more')
test('a holder of a lock does not write without end: one largest state with its JSON beyond is all', async () => {
  const id = await lockedWorkspace()
  const most = limit + 2 * largestState
  for (let serial = 1; serial <= 4; serial++)
    expect((await post(id, announced(stateOf(2500, serial)))).status).toBe(201)
  expect(await used()).toBe(most)
  expectDetails(await post(id, announced(stateOf(400, 5))), 422, fullSentence(limit))
  const outputs = announced(stateOf(400, 5), { 'json-state-outputs': 'e30=' }, false)
  expectDetails(await post(id, outputs), 422, fullSentence(limit))
  const bare = await post(id, announced(stateOf(400, 5), {}, false))
  expect(bare.status).toBe(201)
  expect(await putTo(app, bare.body.data.attributes['hosted-state-upload-url'], stateOf(400, 5))).toBe(422)
  expect(await used()).toBe(most)
})
