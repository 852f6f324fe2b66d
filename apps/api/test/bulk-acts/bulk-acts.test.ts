import { beforeEach, describe, expect, test } from 'vitest'
import { days } from '../../src/kernel/clock.js'
import { anonymousContext } from '../anonymous-context.js'
import { startTestApp } from '../app.js'
import { graphql } from '../rest.js'
import { Acting, workOn } from './acting.js'

const app = await startTestApp()
const root = await app.make.administrator('root')
const acting = new Acting(app, root)

beforeEach(async () => {
  await app.prisma.bulkAct.deleteMany()
  await app.prisma.organization.deleteMany()
})

const limit = (workspaceLimit: number | null, selection: object = { organizations: {} }) => ({
  kind: 'ORGANIZATION_LIMIT',
  settings: { workspaceLimit },
  ...selection,
})

async function organizations(count: number, limit: number | null = null): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) {
    app.clock.move(1)
    const { id } = await app.make.organization(root)
    await app.prisma.organization.update({ where: { id }, data: { workspaceLimit: limit } })
    ids.push(id)
  }
  return ids
}

const limits = async () =>
  (await app.prisma.organization.findMany({ orderBy: { createdAt: 'asc' } })).map(
    (each) => each.workspaceLimit,
  )

const eventsOf = (id: string) =>
  app.prisma.auditEvent.findMany({ where: { requestId: id }, orderBy: { subjectName: 'asc' } })

describe('an act on all that match', () => {
  test('changes each, with an event of the audit log that has the act, its person and its reason', async () => {
    const [first] = await organizations(3)
    await app.prisma.organization.update({ where: { id: first ?? '' }, data: { workspaceLimit: 50 } })

    const id = await acting.start({ ...limit(50), reason: 'A new contract.' })
    expect((await acting.look(id)).counts).toMatchObject({ waiting: 3, changed: 0 })
    const ended = await acting.work(id)

    expect(ended.counts).toEqual({ waiting: 0, changed: 2, unchanged: 1, refused: 0, cancelled: 0 })
    expect(ended.finishedAt).not.toBeNull()
    expect(await limits()).toEqual([50, 50, 50])
    const events = await eventsOf(id)
    expect(events).toHaveLength(2)
    for (const event of events)
      expect(event).toMatchObject({
        action: 'organization.set',
        actorType: 'user',
        actorName: 'root',
        reason: 'A new contract.',
        before: { workspaceLimit: null },
        after: { workspaceLimit: 50 },
      })
  })

  test('fixes at the start what it acts on: what matches later stays as it is', async () => {
    await organizations(2, 5)
    const id = await acting.start(limit(9))
    await organizations(1, 5)
    await acting.work(id)
    expect(await limits()).toEqual([9, 9, 5])
  })

  test('is not started where another number matches than was shown', async () => {
    await organizations(2)
    const { userErrors } = await acting.ask('bulkActStart', { ...limit(9), expectedTotal: 3 })
    expect(userErrors).toEqual([
      { field: [], code: 'CONFLICT', message: '2 match by now. Look at the preview again' },
    ])
    expect(await app.prisma.bulkAct.count()).toBe(0)
  })

  test('is refused with wrong settings, and where nothing matches', async () => {
    await organizations(1)
    const wrong = await acting.ask('bulkActStart', limit(-1))
    expect(wrong.userErrors).toMatchObject([{ field: ['workspaceLimit'], code: 'INVALID' }])
    const ids = await acting.ask('bulkActStart', limit(1, { ids: ['no\0thing'] }))
    expect(ids.userErrors).toMatchObject([{ field: ['ids'], code: 'INVALID' }])
    const none = await acting.ask('bulkActStart', limit(1, { organizations: { search: 'nothing' } }))
    expect(none.userErrors).toMatchObject([{ field: ['ids'], code: 'BLANK' }])
  })
})

test('the preview says what happens: what changes, what has the value already, and what is refused', async () => {
  const ids = await organizations(3, 5)
  await app.prisma.organization.update({ where: { id: ids[0] ?? '' }, data: { workspaceLimit: 9 } })
  const input = limit(9, { ids: [...ids, 'org-AAAAAAAAAAAAAAAA', 'user-AAAAAAAAAAAAAAAA'] })

  const foreseen = await acting.preview(input)
  expect(foreseen).toMatchObject({
    total: 5,
    changing: { count: 2 },
    unchanged: { count: 1 },
    refused: [{ count: 2, reason: 'It does not exist, or is not yours to change' }],
  })
  expect(await limits(), 'a preview changes nothing').toEqual([9, 5, 5])

  const { counts, targets } = await acting.run(input)
  expect(counts).toMatchObject({ changed: 2, unchanged: 1, refused: 2 })
  const message = 'It does not exist, or is not yours to change'
  expect(targets.nodes.filter(({ outcome }) => outcome === 'REFUSED')).toEqual([
    { name: 'org-AAAAAAAAAAAAAAAA', outcome: 'REFUSED', message },
    { name: 'user-AAAAAAAAAAAAAAAA', outcome: 'REFUSED', message },
  ])
})

describe('an act that is interrupted', () => {
  test('is gone on with by the next process, and does each target once', async () => {
    await organizations(4)
    const id = await acting.start(limit(7))
    const stopping = new AbortController()
    stopping.abort()
    // A process that stops ends after the target that is under way.
    await workOn(app, stopping.signal)
    expect((await acting.look(id)).counts).toMatchObject({ changed: 1, waiting: 3 })

    expect((await acting.work(id)).counts).toMatchObject({ changed: 4, waiting: 0 })
    expect(await eventsOf(id)).toHaveLength(4)
  })

  test('is left alone while the lease of the process that has it lasts', async () => {
    await organizations(1)
    const id = await acting.start(limit(7))
    const leaseUntil = new Date(app.clock.now().getTime() + 10_000)
    await app.prisma.bulkAct.update({ where: { id }, data: { leaseUntil } })
    expect((await acting.work(id)).counts.waiting).toBe(1)
    app.clock.move(10_001)
    expect((await acting.work(id)).counts.changed).toBe(1)
  })

  test('changes each once where two processes do it at the same time', async () => {
    const other = await startTestApp({}, app)
    await organizations(20)
    const ids = [await acting.start(limit(7)), await acting.start(limit(8))]
    await Promise.all([workOn(app), workOn(other), workOn(app), workOn(other)])
    const ended = await Promise.all(ids.map((id) => acting.work(id)))
    for (const { counts } of ended) expect(counts).toMatchObject({ changed: 20, refused: 0 })
    // The later of the two wins, for each by itself.
    for (const each of await limits()) expect([7, 8]).toContain(each)
    expect(await app.prisma.auditEvent.count({ where: { requestId: { in: ids } } })).toBe(40)
  })
})

describe('the person who started it', () => {
  test.each([
    ['is no site administrator any longer', { isSiteAdmin: false }, 'was no site administrator any longer'],
    ['is suspended', { suspendedAt: new Date() }, 'was suspended'],
  ])('%s: the rest is refused, with that reason', async (_, data, why) => {
    await organizations(2)
    const ada = await app.make.administrator()
    const id = await new Acting(app, ada).start(limit(7))
    await app.prisma.user.update({ where: { id: ada.id }, data })
    const { counts, targets } = await acting.work(id)
    expect(counts).toMatchObject({ changed: 0, refused: 2 })
    expect(targets.nodes[0]?.message).toBe(
      `${ada.username} ${why} ${why.endsWith('suspended') ? 'before its' : 'when its'} turn came`,
    )
    expect(await limits()).toEqual([null, null])
  })

  test('has to be a site administrator; what others started is not theirs to see or stop', async () => {
    await organizations(1)
    const user = await app.make.user()
    const stranger = new Acting(app, user)
    expect((await stranger.ask('bulkActStart', limit(7))).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
    await expect(stranger.preview(limit(7))).rejects.toThrow()
    const id = await acting.start(limit(7))
    expect(await stranger.look(id)).toBeNull()
    for (const mutation of ['bulkActCancel', 'bulkActUndo', 'bulkActRetry'])
      expect((await stranger.ask(mutation, { id })).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
    const { data } = await graphql(app, user, '{ bulkActs { totalCount } }')
    expect(data).toEqual({ bulkActs: { totalCount: 0 } })
    expect(
      await new Acting(app, await app.make.administrator()).look(id),
      'all are for administrators',
    ).not.toBeNull()
  })

  test('may sign out meanwhile, and has a limited number of unfinished acts', async () => {
    await organizations(1)
    const ada = await app.make.administrator()
    const theirs = new Acting(app, ada)
    const id = await theirs.start(limit(7))
    for (let at = 1; at < 20; at++) await theirs.start(limit(7))
    expect((await theirs.ask('bulkActStart', limit(7))).userErrors).toMatchObject([{ code: 'CONFLICT' }])
    await app.prisma.authenticationToken.deleteMany({ where: { userId: ada.id } })
    expect((await acting.work(id)).counts).toMatchObject({ waiting: 0, refused: 0 })
    expect(await limits()).toEqual([7])
  })
})

test('a cancelled act leaves the rest as it is', async () => {
  await organizations(3)
  const id = await acting.start(limit(7))
  const stopping = new AbortController()
  stopping.abort()
  await workOn(app, stopping.signal)
  expect((await acting.ask('bulkActCancel', { id })).userErrors).toEqual([])
  const { counts, cancelledAt, finishedAt } = await acting.work(id)
  expect(counts).toMatchObject({ changed: 1, cancelled: 2, waiting: 0 })
  expect([cancelledAt, finishedAt]).not.toContain(null)
})

describe('what an act has changed', () => {
  test('gets its former value back, but for what has changed since', async () => {
    const ids = await organizations(3, 5)
    const id = await acting.start(limit(9, { ids }))
    expect((await acting.ask('bulkActUndo', { id })).userErrors, 'while it is under way').toMatchObject([
      { code: 'CONFLICT' },
    ])
    await acting.work(id)
    await app.prisma.organization.update({ where: { id: ids[0] ?? '' }, data: { workspaceLimit: 100 } })

    const undone = await acting.work(await acting.undo(id))
    expect(undone.counts).toMatchObject({ changed: 2, refused: 1 })
    expect(undone.targets.nodes.find(({ outcome }) => outcome === 'REFUSED')?.message).toBe(
      'It was changed in the meantime',
    )
    expect(await limits()).toEqual([100, 5, 5])
    expect((await acting.look(id)).undoneById).toBe(undone.id)
    expect((await acting.ask('bulkActUndo', { id })).userErrors, 'once').toMatchObject([{ code: 'CONFLICT' }])
  })

  test('and what it was refused is tried again alone', async () => {
    await organizations(2)
    const ada = await app.make.administrator()
    const id = await new Acting(app, ada).start(limit(7))
    await app.prisma.user.update({ where: { id: ada.id }, data: { isSiteAdmin: false } })
    await acting.work(id)
    const { bulkAct } = await acting.ask('bulkActRetry', { id })
    expect((await acting.work(bulkAct?.id ?? '')).counts).toMatchObject({ changed: 2 })
  })
})

test('an ended act goes after a month', async () => {
  await organizations(1)
  const { id } = await acting.run(limit(7))
  const prune = () => app.services.bulkActs.run(anonymousContext(app.clock), async () => true)
  await prune()
  expect(await app.prisma.bulkAct.count({ where: { id } })).toBe(1)
  app.clock.move(days(30) + 1)
  await prune()
  expect(await app.prisma.bulkActTarget.count({ where: { actId: id } })).toBe(0)
})
