import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../modules/module-requests.js'
import { as, notFoundBody } from '../rest.js'
import { announced, byLink, openStateSetup, stateText } from './states.js'

const { app, admin, workspace, lock, unlock, write } = await openStateSetup()

describe('a site administrator', () => {
  rule('§13 rights', 'Site administrators have states only as owners do, and what they read is recorded')
  test('locks and writes as an owner, and each step is recorded as an override', async () => {
    const id = await workspace()
    await write(id, stateText())
    await lock(id, admin)
    const made = await as(app, admin).post(`/workspaces/${id}/state-versions`, {
      body: announced(stateText({ serial: 2 })),
    })
    expect(made.status, made.text).toBe(201)
    await unlock(id, admin)
    const download = await byLink(app, made.body.data.attributes['hosted-state-download-url'])
    expect([download.status, await download.text()]).toEqual([200, stateText({ serial: 2 })])
    expect((await auditOf(app, id)).slice(-4)).toMatchObject(
      ['workspace.lock', 'state-version.create', 'workspace.unlock', 'state-version.read'].map((action) => ({
        action,
        actorId: admin.id,
        administratorOverride: true,
      })),
    )
  })

  test('finds no state where administrators do not act as owners', async () => {
    const strict = await openStateSetup({ SITE_ADMIN_ORG_ACCESS: 'off' })
    const id = await strict.workspace()
    const version = await strict.write(id, stateText())
    for (const path of [`/workspaces/${id}/current-state-version`, `/state-versions/${version}`]) {
      expect((await as(strict.app, strict.admin).get(path)).body).toEqual(notFoundBody)
      expect((await as(strict.app, strict.owner).get(path)).status).toBe(200)
    }
  })
})
