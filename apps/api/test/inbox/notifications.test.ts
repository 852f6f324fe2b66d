import { expect, test } from 'vitest'
import { newId } from '../../src/kernel/ids.js'
import { startTestApp } from '../app.js'
import { publish, publishModule } from '../modules/module-requests.js'
import { atOnce } from '../races.js'
import { notify, system } from './inbox.js'

const app = await startTestApp()
const beside = await startTestApp({}, app)
const owner = await app.make.user('olga')
await app.make.organization(owner, 'acme')

let count = 0

/** A module with this number of followers, and a published version that they are not notified of yet. */
async function published(followers: number): Promise<{ moduleId: string; noticeId: bigint; ids: string[] }> {
  const name = `module-${++count}`
  await publishModule(app, owner, `acme/${name}/aws`)
  const { id: moduleId } = await app.prisma.module.findFirstOrThrow({ where: { name } })
  const now = app.clock.now()
  const people = Array.from({ length: followers }, () => {
    const id = newId('user')
    return { id, username: id, usernameKey: id.toLowerCase(), createdAt: now, updatedAt: now }
  })
  await app.prisma.user.createMany({ data: people })
  const ids = people.map(({ id }) => id)
  await app.prisma.moduleFollow.createMany({
    data: ids.map((userId) => ({ userId, moduleId, followedAt: now })),
  })
  await publish(app, owner, `acme/${name}/aws`, '1.0.0')
  const { id: noticeId } = await app.prisma.inboxNotice.findFirstOrThrow({ where: { moduleId } })
  return { moduleId, noticeId, ids }
}

const notifiedOf = async (noticeId: bigint): Promise<string[]> =>
  (await app.prisma.inboxEntry.findMany({ where: { noticeId } })).map(({ userId }) => userId)

test('followed many times at once, a module is followed once', async () => {
  const person = await app.make.user()
  await app.make.organization(person, 'hurry')
  await publishModule(app, person, 'hurry/network/aws', '1.0.0')
  const { id } = await app.prisma.module.findFirstOrThrow({ where: { organization: { name: 'hurry' } } })
  await atOnce((n) => (n % 2 ? app : beside).services.moduleFollows.follow(person.ctx, id))
  expect(await app.prisma.moduleFollow.count({ where: { moduleId: id } })).toBe(1)
})

test('a module that is deleted at the moment is not followed: not found, and no failure', async () => {
  const { moduleId } = await published(0)
  const codes = await Promise.allSettled([
    app.services.modules.delete(owner.ctx, [moduleId]),
    ...[1, 2, 3].map(() => beside.services.moduleFollows.follow(owner.ctx, moduleId)),
  ])
  for (const answer of codes)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ failure: { kind: 'not-found' } })
  expect(await app.prisma.moduleFollow.count({ where: { moduleId } })).toBe(0)
})

test('two processes notify everyone once, in batches, of which none holds all', async () => {
  const notices = [await published(1_200), await published(500), await published(3)]
  await Promise.all([notify(app), notify(beside), notify(app), notify(beside)])
  for (const { noticeId, ids } of notices)
    expect((await notifiedOf(noticeId)).sort()).toEqual([...ids].sort())
  expect(await app.prisma.inboxNotice.count({ where: { toldUpTo: { not: null } } })).toBe(0)
})

test('ended in the middle, the next one goes on behind the last batch that was written', async () => {
  const { noticeId, ids } = await published(1_200)
  const stopped = new AbortController()
  // As a process that is killed before the second batch: what was begun is undone as a whole.
  app.beforeNextWrite(async () => {
    app.beforeNextWrite(async () => {
      stopped.abort()
      throw new Error('killed')
    })
  })
  await expect(app.services.inboxDispatcher.dispatch(system(app), stopped.signal)).rejects.toThrow('killed')
  const { toldUpTo } = await app.prisma.inboxNotice.findUniqueOrThrow({ where: { id: noticeId } })
  const first = await notifiedOf(noticeId)
  expect([first.length, toldUpTo]).toEqual([500, first.toSorted().at(-1)])
  await notify(beside)
  expect((await notifiedOf(noticeId)).sort()).toEqual([...ids].sort())
})

test('what was told is not told again, also where the mark was lost', async () => {
  const { noticeId, ids } = await published(3)
  await notify(app)
  await app.prisma.inboxEntry.updateMany({ where: { noticeId }, data: { readAt: app.clock.now() } })
  await app.prisma.inboxNotice.update({ where: { id: noticeId }, data: { toldUpTo: '' } })
  await notify(app)
  expect(await notifiedOf(noticeId)).toHaveLength(ids.length)
  expect(await app.prisma.inboxEntry.count({ where: { noticeId, readAt: null } })).toBe(0)
})

test('a notice is there exactly if its change is', async () => {
  const { moduleId } = await published(0)
  const before = await app.prisma.inboxNotice.count({ where: { moduleId } })
  await expect(publish(app, owner, `acme/module-${count}/aws`, '1.0.0')).rejects.toThrow()
  expect(await app.prisma.inboxNotice.count({ where: { moduleId } })).toBe(before)
})
