import { rule } from '@engine/shared/rule'
import { describe, expect, test, vi } from 'vitest'
import { hours, seconds } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { DatabaseLine } from '../database/line.js'
import { publishModule } from '../modules/module-requests.js'
import { ask, hitsOf } from './asking.js'
import { invalidationCases } from './invalidation-cases.js'

const env = { ANSWER_CACHE_LIMIT: '10000000', LOG_LEVEL: 'silent' }

const here = await startTestApp(env)
const there = await startTestApp(env, here)
const admin = await here.make.administrator('ana')
// Processes of a platform share their files.
vi.spyOn(there.storage, 'stat').mockImplementation((...given) => here.storage.stat(...given))

describe.each(Object.entries(invalidationCases))('%s', (_name, begin) => {
  test('is seen at once by the process that made the change, and soon by another', async () => {
    const example = await begin({ here, admin, name: `acme${here.make.next()}` })
    for (const app of [here, there]) {
      // The other process receives the events of the preparation.
      await expect.poll(() => example.read(app)).toBe(example.before)
      await expect.poll(() => hitsOf(app, () => example.read(app))).toBe(1)
    }

    await example.change()

    expect(await example.read(here)).toBe(example.after)
    await expect.poll(() => example.read(there)).toBe(example.after)
    // Asked again, callers with access are looked up anew, and what was cached before must not come back.
    for (const app of [here, there]) expect(await example.read(app)).toBe(example.after)
  })
})

rule(
  '§7 visibility',
  'A change is in force on every other process within a second … and answers nothing from the cache then',
)
test('a process that receives nothing for a second answers nothing from the cache', async () => {
  const line = await DatabaseLine.to(here.databaseUrl)
  const cutOff = await startTestApp(env, { ...here, databaseUrl: line.url })
  const path = '/api/v2/organizations'
  await expect.poll(() => hitsOf(cutOff, () => ask(cutOff, admin.token, path))).toBe(1)

  line.freeze()
  here.clock.move(seconds(1))
  const answer = ask(cutOff, admin.token, path)
  await line.cut()

  expect((await answer).status).toBe(503)
})

/** The clock was moved, so no process trusts its cache until it has received events again. */
async function untilInvalidated(token: string): Promise<void> {
  await expect.poll(() => hitsOf(here, () => ask(here, token, '/api/v2/organizations'))).toBe(1)
}

test('a token is good for no longer than it says, however long its owner is cached', async () => {
  const expiredAt = new Date(here.clock.now().getTime() + hours(1)).toISOString()
  const token = await here.make.token(admin, { expiredAt })
  const path = '/api/v2/organizations'
  await ask(here, token, path)
  here.clock.jump(hours(1) - 1)
  await ask(here, token, path)
  expect(await hitsOf(here, () => ask(here, token, path))).toBe(1)
  here.clock.jump(1)
  expect((await ask(here, token, path)).status).toBe(401)
})

rule('§18 documents', 'A cached answer follows downloads')
test('downloads are shown as soon as they are taken over, and other answers stay in the cache', async () => {
  await here.make.organization(admin, 'counted')
  await publishModule(here, admin, 'counted/network/aws', '1.0.0')
  const path = '/v1/modules/counted/network/aws'
  const downloads = async () =>
    (JSON.parse((await ask(here, admin.token, path)).body) as { downloads: number }).downloads
  expect(await downloads()).toBe(0)
  const others = '/v1/modules/counted/network/aws/versions'
  await ask(here, admin.token, others)
  const client = await here.prisma.module.findFirstOrThrow({ where: { organization: { name: 'counted' } } })
  await here.prisma.moduleListing.update({ where: { moduleId: client.id }, data: { downloads: 7 } })
  expect(await downloads()).toBe(7)
  expect(await hitsOf(here, downloads)).toBe(1)
  expect(await hitsOf(here, () => ask(here, admin.token, others))).toBe(1)
})

test('the use of a token is recorded once a minute, also where its owner is cached', async () => {
  const member = await here.make.user()
  const path = '/api/v2/organizations'
  const usedAt = async () =>
    (await here.prisma.authenticationToken.findFirstOrThrow({ where: { userId: member.id } })).lastUsedAt
  await ask(here, member.token, path)
  const first = here.clock.now()
  expect(await usedAt()).toEqual(first)

  here.clock.move(seconds(59))
  await untilInvalidated(member.token)
  expect(await usedAt()).toEqual(first)

  here.clock.move(seconds(1))
  await untilInvalidated(member.token)
  expect(await usedAt()).toEqual(here.clock.now())
})
