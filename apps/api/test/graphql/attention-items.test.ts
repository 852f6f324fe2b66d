import { expect, test } from 'vitest'
import { days } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { attentionOf } from '../attention.js'
import type { Person } from '../makers.js'
import { createModule, put, uploadLink, versionIdOf } from '../modules/module-requests.js'
import { dataOf } from '../rest.js'
import { mutate } from './mutate.js'

const app = await startTestApp()
const admin = await app.make.administrator('root')
const other = await app.make.administrator('rita')
const owner = await app.make.user('olga')
const stranger = await app.make.user('sam')
const acme = await app.make.organization(owner, 'acme')
await app.make.engineVersion(admin, '1.0.0')
await app.make.workspace(owner, acme, '1.0.0')
const beta = await app.make.organization(owner, 'beta')
await app.make.workspace(owner, beta, '1.0.0')
await app.prisma.organization.updateMany({ data: { workspaceLimit: 1 } })

const limitOf = (id: string): string => `limit-reached:${id}`

const namesIn = async (by: Person, args = '') =>
  (await attentionOf(app, by, args, 'name')).nodes.map(({ name }) => name)

const act = (by: Person, mutation: string, input: object) =>
  mutate(app, by, mutation, input, 'item { id assignee isMine laterUntil } userErrors { code message }')

const missing = { item: null, userErrors: [{ code: 'NOT_FOUND' }] }

const lastAudited = () =>
  app.prisma.auditEvent.findFirst({
    where: { action: { startsWith: 'attention.' } },
    orderBy: { id: 'desc' },
  })

const at = (ahead: number): string => new Date(app.clock.now().getTime() + ahead).toISOString()

test('who takes an item is seen by all who see it, in the log too, until it is let go of or a month is over', async () => {
  const id = limitOf(acme.id)
  expect(await act(admin, 'attentionItemTake', { id })).toMatchObject({
    item: { id, assignee: 'root', isMine: true },
    userErrors: [],
  })
  expect(await lastAudited()).toMatchObject({
    action: 'attention.take',
    subjectId: id,
    subjectName: 'limit reached: acme',
    organizationId: acme.id,
    before: { assignee: null },
    after: { assignee: 'root' },
  })
  expect(await attentionOf(app, other, 'kind: LIMIT_REACHED', 'name assignee isMine')).toMatchObject({
    nodes: [
      { name: 'acme', assignee: 'root', isMine: false },
      { name: 'beta', assignee: null, isMine: false },
    ],
  })
  expect([await namesIn(admin, 'view: MINE'), await namesIn(other, 'view: MINE')]).toEqual([['acme'], []])
  expect(await act(other, 'attentionItemTake', { id })).toMatchObject({ item: { assignee: 'rita' } })
  expect(await act(admin, 'attentionItemRelease', { id })).toMatchObject({ item: { assignee: null } })
  expect(await lastAudited()).toMatchObject({ action: 'attention.release', before: { assignee: 'rita' } })
  await act(admin, 'attentionItemTake', { id })
  app.clock.move(days(30))
  expect(await namesIn(admin, 'view: MINE')).toEqual([])
})

test('what a person puts off is away for them alone, until that day', async () => {
  const id = limitOf(beta.id)
  const until = at(days(3))
  const audited = await app.prisma.auditEvent.count()
  expect(await act(admin, 'attentionItemPostpone', { id, until })).toMatchObject({
    item: { laterUntil: until },
  })
  expect([await namesIn(admin), await namesIn(admin, 'view: LATER'), await namesIn(other)]).toEqual([
    ['acme'],
    ['beta'],
    ['acme', 'beta'],
  ])
  const counts = 'counts { kind open later mine }'
  const data = await dataOf(app, admin, `{ viewer { attention { items { ${counts} } } } }`)
  expect(data).toMatchObject({
    viewer: { attention: { items: { counts: [{ kind: 'LIMIT_REACHED', open: 1, later: 1, mine: 0 }] } } },
  })
  expect(await act(admin, 'attentionItemPostpone', { id, until: null })).toMatchObject({
    item: { laterUntil: null },
  })
  expect(await namesIn(admin)).toEqual(['acme', 'beta'])
  await act(admin, 'attentionItemPostpone', { id, until })
  app.clock.move(days(3))
  expect(await namesIn(admin)).toEqual(['acme', 'beta'])
  expect(await app.prisma.auditEvent.count()).toBe(audited)
  for (const wrong of [at(-1), at(days(400))])
    expect(await act(admin, 'attentionItemPostpone', { id, until: wrong })).toMatchObject({
      item: null,
      userErrors: [{ code: 'INVALID' }],
    })
})

test('what is solved leaves the queue by itself', async () => {
  await app.prisma.organization.update({ where: { id: beta.id }, data: { workspaceLimit: 5 } })
  expect(await namesIn(admin)).toEqual(['acme'])
  expect(await act(admin, 'attentionItemTake', { id: limitOf(beta.id) })).toMatchObject(missing)
  await app.prisma.organization.update({ where: { id: beta.id }, data: { workspaceLimit: 1 } })
})

test('what a caller does not see is not there to take, to put off or to put away', async () => {
  const id = limitOf(acme.id)
  for (const by of [owner, stranger]) {
    expect(await act(by, 'attentionItemTake', { id })).toMatchObject(missing)
    expect(await act(by, 'attentionItemRelease', { id })).toMatchObject(missing)
    expect(await act(by, 'attentionItemPostpone', { id, until: at(days(1)) })).toMatchObject(missing)
  }
  expect(
    await app.prisma.attentionAssignment.count({ where: { userId: { in: [owner.id, stranger.id] } } }),
  ).toBe(0)
})

test('the queue comes by kind, the worst first or the one that waits longest', async () => {
  const old = await app.make.engineVersion(admin, '0.9.0')
  await app.make.workspace(owner, await app.make.organization(owner, 'gamma'), '0.9.0')
  const long = new Date(app.clock.now().getTime() - days(200))
  await app.prisma.engineVersion.update({
    where: { id: old.id },
    data: { deprecated: true, updatedAt: long },
  })
  const kinds = async (args: string) =>
    (await attentionOf(app, admin, args, 'kind')).nodes.map(({ kind }) => kind)
  expect(await kinds('')).toEqual(['LIMIT_REACHED', 'LIMIT_REACHED', 'ENGINES_OUTDATED'])
  expect(await kinds('orderBy: OLDEST')).toEqual(['ENGINES_OUTDATED', 'LIMIT_REACHED', 'LIMIT_REACHED'])
  expect(await kinds('kind: ENGINES_OUTDATED')).toEqual(['ENGINES_OUTDATED'])
  expect(await attentionOf(app, admin, 'page: { number: 2, size: 2 }', 'kind')).toEqual({
    nodes: [{ kind: 'ENGINES_OUTDATED' }],
    totalCount: 3,
  })
})

test('the queue of one organization lists and counts its things alone', async () => {
  const here = await attentionOf(app, admin, 'organization: "ACME"', 'name organization')
  expect(here.nodes).not.toEqual([])
  expect(here.nodes.map(({ organization }) => organization)).toEqual(here.nodes.map(() => 'acme'))
  expect(here.totalCount).toBe(here.nodes.length)
  expect(await namesIn(admin, 'organization: "nowhere"')).toEqual([])
})

test('a failed upload that is put away is gone for all, is told in the log, and is back when it fails again', async () => {
  const address = 'acme/network/aws'
  await createModule(app, owner, address)
  const link = await uploadLink(app, owner, address, '1.0.0')
  const fail = async () => expect((await put(app, link, Buffer.from('no archive'))).status).toBe(422)
  await fail()
  const id = await versionIdOf(app, address, '1.0.0')
  const putAway = (by: Person) =>
    mutate(app, by, 'failedUploadPutAway', { id, reason: 'Superseded' }, 'putAwayId userErrors { code }')
  expect(await putAway(stranger)).toMatchObject({ putAwayId: null, userErrors: [{ code: 'NOT_FOUND' }] })
  expect(await putAway(await app.make.member(acme))).toMatchObject({ userErrors: [{ code: 'NOT_FOUND' }] })
  const uploads = async () => (await attentionOf(app, admin, 'kind: UPLOAD_FAILED', 'name')).totalCount
  expect(await uploads()).toBe(1)
  expect(await putAway(owner)).toMatchObject({ putAwayId: id, userErrors: [] })
  expect(await uploads()).toBe(0)
  expect(await putAway(owner)).toMatchObject({ putAwayId: null, userErrors: [{ code: 'NOT_FOUND' }] })
  const [event] = await app.prisma.auditEvent.findMany({ where: { action: 'module-version.put-away' } })
  expect(event).toMatchObject({
    subjectId: id,
    subjectName: 'acme/network/aws 1.0.0',
    organizationId: acme.id,
    reason: 'Superseded',
  })
  await fail()
  expect(await uploads()).toBe(1)
})
