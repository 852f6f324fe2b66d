import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test, vi } from 'vitest'
import { noSpace } from '../../src/kernel/errors.js'
import { minutes, seconds } from '../../src/kernel/clock.js'
import { anonymousContext } from '../anonymous-context.js'
import { startTestApp } from '../app.js'
import { attentionOf } from '../attention.js'
import { createModule, moduleArchive, modulePath, put, uploadLink } from '../modules/module-requests.js'
import { createPlatform, createProviderVersion, freshProvider } from '../providers.js'
import { as, expectDetails, graphql } from '../rest.js'
import { announced, openStateSetup, putTo } from '../states/states.js'
import { stateOf } from './stored.js'

const reserve = 1000
const settings = { STORAGE_RESERVE: String(reserve) }
const { app, admin, owner, workspace, lockedWorkspace, lock, unlock, write } = await openStateSetup(settings)

const kind = 'the last free bytes are the database’s'
const { failure } = noSpace()
const sentence = failure.kind === 'no-space' ? failure.message : ''

/** Leaves this number of bytes free from now on: an earlier reading counts for a second. */
function leave(bytes: number): void {
  app.disk.free = bytes
  app.clock.move(seconds(1))
}

async function storedKeys(): Promise<string[]> {
  const keys: string[] = []
  for (const folder of ['modules', 'providers', 'states'])
    for await (const { key } of app.storage.list(folder)) keys.push(key)
  return keys.sort()
}

test(`${kind}: every file is refused with 507 and what to do, all else goes on, and it ends by itself`, async () => {
  leave(reserve)
  await createModule(app, owner, 'Acme/network/aws')
  expect(
    (await put(app, await uploadLink(app, owner, 'Acme/network/aws', '1.0.0'), moduleArchive())).status,
  ).toBe(200)
  const link = await uploadLink(app, owner, 'Acme/network/aws', '1.1.0')
  const address = await freshProvider(app, owner)
  const { links } = await createProviderVersion(app, owner, address, '1.0.0')
  const platform = await createPlatform(app, owner, address, '1.0.0')
  const linkOf = (text = ''): string => new URL(text).pathname + new URL(text).search
  const before = await storedKeys()

  leave(reserve - 1)
  for (const path of [
    link,
    linkOf(links['shasums-upload']),
    linkOf(platform.links['provider-binary-upload']),
  ])
    expectDetails(await put(app, path, moduleArchive()), 507, sentence)
  expect(await storedKeys()).toEqual(before)
  expect(sentence).toMatch(/^The platform has no space left for files\. Delete/)

  const own = as(app, owner)
  expect((await own.get(modulePath('Acme/network/aws'))).status).toBe(200)
  expect((await own.get('/organizations')).status).toBe(200)
  await createModule(app, owner, 'Acme/other/aws')
  expect((await own.delete(`${modulePath('Acme/network/aws')}/1.0.0`)).status).toBe(204)
  expect((await storedKeys()).length).toBeLessThan(before.length)

  leave(reserve)
  expect((await put(app, link, moduleArchive())).status).toBe(200)
})

test(`${kind}: a file under way that reaches them ends with 507, and nothing of it is left`, async () => {
  leave(reserve)
  await createModule(app, owner, 'Acme/slow/aws')
  const link = await uploadLink(app, owner, 'Acme/slow/aws', '1.0.0')
  const before = await storedKeys()
  const call = request(`${app.url}${link}`, { method: 'PUT', headers: { 'Content-Length': '500000' } })
  call.on('error', () => undefined)
  const answered = once(call, 'response')
  const stored = vi.spyOn(app.storage, 'put')
  call.write(Buffer.alloc(1000))
  await vi.waitUntil(() => stored.mock.calls.length > 0)
  leave(reserve - 1)
  const pour = setInterval(() => call.write(Buffer.alloc(1000)), 5)
  const [answer] = (await answered) as [{ statusCode: number }]
  clearInterval(pour)
  stored.mockRestore()
  call.destroy()
  expect(answer.statusCode).toBe(507)
  expect(await storedKeys()).toEqual(before)
})

test(`${kind}: no run begins, and a run that has its lock writes its state into a part of them`, async () => {
  leave(reserve)
  const [id, held] = [await workspace(), await lockedWorkspace()]
  leave(reserve - 1)
  const refused = await as(app, owner).post(`/workspaces/${id}/actions/lock`)
  expectDetails(
    refused,
    422,
    'The platform has no space left for files. Nothing has been changed yet: delete what is not needed, or have its administrators make room, and lock again',
  )
  expect((await as(app, owner).get(`/workspaces/${id}`)).body.data.attributes.locked).toBe(false)

  leave(reserve / 4)
  const post = (body: object) => as(app, owner).post(`/workspaces/${held}/state-versions`, { body })
  expect((await post(announced(stateOf(2000)))).status).toBe(201)
  const text = stateOf(2000, 2)
  const byLink = await post(announced(text, {}, false))
  leave(reserve / 4 - 1)
  const upload: string = byLink.body.data.attributes['hosted-state-upload-url']
  expect(await putTo(app, upload, text)).toBe(507)
  expectDetails(await post(announced(stateOf(2000, 3))), 507, sentence)
  const current = await as(app, owner).get(`/workspaces/${held}/current-state-version`)
  expect(current.body.data.attributes.serial).toBe(1)

  leave(reserve)
  expect(await putTo(app, upload, text)).toBe(200)
  await unlock(held)
  await lock(id)
})

test(`${kind}: a roll-back is refused in the words of a form`, async () => {
  leave(reserve)
  const id = await workspace()
  const former = await write(id, stateOf(2000))
  await write(id, stateOf(2001, 2))
  leave(reserve - 1)
  const rollBack = `mutation { stateVersionRollBack(input: { id: "${former}" }) { userErrors { code message } } }`
  const { data } = await graphql(app, owner, rollBack)
  const [userError] = data['stateVersionRollBack']?.['userErrors'] as { message: string }[]
  expect(userError?.message).toMatch(
    /^The platform has no space left for files\. Nothing has been changed yet/,
  )
  leave(reserve)
})

const fills = () =>
  app.prisma.auditEvent.findMany({
    where: { action: 'storage.fill' },
    select: { actorType: true, after: true },
  })

test(`${kind}: the audit log says once that it began, by however many processes`, async () => {
  const other = await startTestApp({ ...settings, ENGINE_ALIASES: 'terraform', LOG_LEVEL: 'silent' }, app)
  const watch = async (): Promise<void> => {
    const ctx = { ...anonymousContext(app.clock), actor: { type: 'system', name: 'the storage' } } as const
    await Promise.all([app, other, app, other].map(({ services }) => services.storageReserve.watch(ctx)))
  }
  const leaveBoth = (bytes: number): void => {
    other.disk.free = bytes
    leave(bytes)
  }
  leaveBoth(reserve)
  await watch()
  expect(await fills()).toEqual([])
  for (let minute = 0; minute < 30; minute++) {
    leaveBoth(reserve - 1)
    app.clock.move(minutes(1))
    await watch()
  }
  const row = { actorType: 'system', after: { freeBytes: reserve - 1, reserveBytes: reserve } }
  expect(await fills()).toEqual([row])
  leaveBoth(reserve)
  app.clock.move(minutes(11))
  await watch()
  expect(await fills()).toEqual([row])
  leaveBoth(reserve - 1)
  await watch()
  expect(await fills()).toEqual([row, row])
  leaveBoth(reserve)
})

test(`${kind}: site administrators see it while it lasts, and so do the metrics`, async () => {
  const shown = () => attentionOf(app, admin, 'kind: DISK_FULL', 'amount limit')
  expect(await shown()).toEqual({ nodes: [], totalCount: 0 })
  leave(999)
  expect(await shown()).toEqual({ nodes: [{ amount: 999, limit: reserve }], totalCount: 1 })
  expect(JSON.stringify(await attentionOf(app, owner, '', 'amount'))).not.toContain('999')
  const { text } = await app.http.get('/metrics')
  expect(text).toMatch(/engine_storage_space\{kind="free"\} 999/)
  expect(text).toMatch(/engine_storage_space\{kind="reserve"\} 1000/)
  expect(Number(/engine_storage_space\{kind="refused"\} (\d+)/.exec(text)?.[1])).toBeGreaterThan(0)
  leave(reserve)
  expect(await shown()).toEqual({ nodes: [], totalCount: 0 })
})
