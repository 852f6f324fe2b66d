import { rule } from '@engine/shared/rule'
import { afterEach, expect, test } from 'vitest'
import { auditOf } from '../modules/module-requests.js'
import { as, documentOf, expectDetails } from '../rest.js'
import { announced, openStateSetup, putTo, stateText } from './states.js'

const { app, admin, owner, acme } = await openStateSetup()

afterEach(() => setPolicy(null))

async function setPolicy(policy: string | null): Promise<void> {
  const body = documentOf('organizations', { 'engine-policy': policy })
  const answer = await as(app, admin).patch('/admin/organizations/acme', { body })
  expect(answer.status, answer.text).toBe(200)
}

/** A workspace whose version is deprecated since. */
async function onDeprecated(version: string): Promise<string> {
  const { id: versionId } = await app.make.engineVersion(admin, version)
  const { id } = await app.make.workspace(owner, acme, version)
  const body = documentOf('engine-versions', { deprecated: true, 'deprecated-reason': 'It loses states' })
  expect((await as(app, admin).patch(`/admin/engine-versions/${versionId}`, { body })).status).toBe(200)
  return id
}

const lock = (id: string) => as(app, owner).post(`/workspaces/${id}/actions/lock`)

rule('§12 policy', '`refuse` refuses the lock of a workspace on such a version with 403 and a sentence')
test('under `refuse` the lock is 403 with title and detail, and nothing has happened', async () => {
  const id = await onDeprecated('1.9.2')
  await setPolicy('refuse')
  const answer = await lock(id)
  expect([answer.status, answer.body.errors]).toEqual([
    403,
    [
      {
        status: '403',
        title: 'forbidden',
        detail: 'Engine version 1.9.2 is deprecated: It loses states. Use 1.11.4.',
      },
    ],
  ])
  const { body } = await as(app, owner).get(`/workspaces/${id}`)
  expect(body.data.attributes).toMatchObject({ locked: false, 'resource-count': 0 })
  expect(await auditOf(app, id)).toMatchObject([{ action: 'workspace.create' }])
})

test.each(['observe', 'warn'])('under `%s` the lock is given', async (policy) => {
  const id = await onDeprecated(`1.8.${app.make.next()}`)
  await setPolicy(policy)
  expect((await lock(id)).status).toBe(200)
})

rule('§12 policy', 'A state that is being written is never refused by the policy')
test('a policy that comes while the lock is held refuses neither write nor upload nor unlock, and then the lock', async () => {
  const id = await onDeprecated('1.7.0')
  expect((await lock(id)).status).toBe(200)
  await setPolicy('refuse')
  const versions = `/workspaces/${id}/state-versions`
  const inline = await as(app, owner).post(versions, { body: announced(stateText()) })
  expect(inline.status, inline.text).toBe(201)
  const next = stateText({ serial: 2 })
  const waiting = await as(app, owner).post(versions, { body: announced(next, {}, false) })
  expect(await putTo(app, waiting.body.data.attributes['hosted-state-upload-url'], next)).toBe(200)
  expect((await as(app, owner).post(`/workspaces/${id}/actions/unlock`)).status).toBe(200)
  const refused = await lock(id)
  expectDetails(refused, 403, 'Engine version 1.7.0 is deprecated: It loses states. Use 1.11.4.')
  const current = await as(app, owner).get(`/workspaces/${id}/current-state-version`)
  expect(current.body.data.attributes.serial).toBe(2)
})
