import { afterEach, describe, expect, test } from 'vitest'
import type { MaintenanceTask } from '../src/domain/maintenance/maintenance.js'
import { days, hours, minutes } from '../src/kernel/clock.js'
import { startTestApp } from './app.js'
import { refusalsOf } from './audit/audit.js'
import { storeOf } from './engine-versions/verification.js'
import { anonymousContext } from './anonymous-context.js'
import { createVersion, moduleArchive, pathOf, publishModule, put } from './modules/module-requests.js'
import { graphql } from './rest.js'
import { sessionOf, userWithPassword } from './sign-in.js'
import { systemContext, maintenanceOf } from './maintenance/maintenance.js'

let moved = 0
const address = 'acme/network/aws'

const app = await startTestApp()
const owner = await app.make.user()
await userWithPassword(app, 'ana')
await app.make.organization(owner, 'acme')
await publishModule(app, owner, address, '1.0.0')

afterEach(() => jump(-moved))

/** The time of the machine is set; after each test it is right again. */
function jump(milliseconds: number): void {
  app.clock.jump(milliseconds)
  moved += milliseconds
}

const registry = (path: string) => app.http.get(path).set('Authorization', `Bearer ${owner.token}`)
const viewerOf = async (token: string) =>
  (await graphql(app, token, '{ viewer { user { username } } }')).errors?.[0]?.extensions.code ?? 'known'

describe('when the time jumps back by five hours', () => {
  test('sessions and links that were given out before still work', async () => {
    const session = await sessionOf(app, 'ana')
    const upload = pathOf((await createVersion(app, owner, address, '1.1.0')).body.data.links.upload)
    const { headers } = await registry(`/v1/modules/${address}/1.0.0/download`)
    jump(-hours(5))
    expect(await viewerOf(session)).toBe('known')
    expect((await put(app, upload, moduleArchive('other'))).status).toBe(200)
    expect((await app.http.get(pathOf(headers['x-engine-get'] as string))).status).toBe(200)
  })

  test('downloads are counted, those from before and those from after', async () => {
    const total = async () =>
      (await registry(`/v2/modules/${address}/downloads/summary`)).body.data.attributes.total as number
    // What was downloaded before is written a moment later.
    await expect.poll(() => app.services.moduleDownloads.unwritten).toBe(0)
    const before = await total()
    const download = () => registry(`/v1/modules/${address}/1.0.0/download`)
    await download()
    jump(-hours(5))
    await download()
    await expect.poll(total).toBe(before + 2)
  })
})

describe('a time that was years ahead and is right again', () => {
  test('delays no task of the maintenance', async () => {
    const ran: Date[] = []
    const task: MaintenanceTask = {
      name: 'of-tomorrow',
      every: days(1),
      run: async () => void ran.push(app.clock.now()),
    }
    const { ctx } = systemContext(app)
    jump(days(3650))
    await maintenanceOf(app, task).run(ctx)
    jump(-days(3650))
    await maintenanceOf(app, task).run(ctx)
    expect(ran).toHaveLength(2)
    await maintenanceOf(app, task).run(ctx)
    expect(ran).toHaveLength(2)
  })

  test('is no long interval: a task of 30 days runs once in that time', async () => {
    let runs = 0
    const task: MaintenanceTask = { name: 'monthly', every: days(30), run: async () => void runs++ }
    const { ctx } = systemContext(app)
    for (const passed of [0, 4, 29]) {
      jump(days(passed) - moved)
      await maintenanceOf(app, task).run(ctx)
    }
    expect(runs).toBe(1)
    jump(days(30) - moved)
    await maintenanceOf(app, task).run(ctx)
    expect(runs).toBe(2)
  })

  test('hides no refusal from the audit log', async () => {
    const refusals = refusalsOf(app)
    const refusal = { action: 'password.refuse', why: 'in the future' } as const
    jump(days(3650))
    app.services.refusals.add(owner.ctx, refusal)
    expect(await refusals()).toMatchObject([{ after: { why: 'in the future' } }])
    jump(-days(3650))
    app.services.refusals.add(owner.ctx, refusal)
    expect(await refusals()).toEqual([])
    app.clock.move(minutes(1))
    expect(await refusals()).toMatchObject([{ after: { why: 'in the future' } }])
  })

  test('leaves no file to a process that is gone', async () => {
    const admin = await app.make.administrator()
    const { id } = await app.make.engineVersion(admin, '1.2.3')
    await app.services.engineVersionVerifications.request(admin.ctx, id)
    jump(days(3650))
    const until = new Date(app.clock.now().getTime() + 60_000)
    const [ctx, store] = [anonymousContext(app.clock), storeOf(app)]
    expect(await store.take(ctx, 'gone', until)).toMatchObject({ lease: 'gone' })
    jump(-days(3650))
    const soon = new Date(app.clock.now().getTime() + 60_000)
    expect(await store.take(ctx, 'here', soon)).toMatchObject({ lease: 'here' })
    expect(await store.take(ctx, 'another', soon)).toBeUndefined()
  })
})
