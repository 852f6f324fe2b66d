import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, graphql } from '../rest.js'
import { sessionOf, userWithPassword } from '../sign-in.js'
import { statementsOf } from '../statements.js'
import { mutate } from './mutate.js'

let name: string
/** The bearer of a session of the user of this name. */
let here: string

const app = await startTestApp()

beforeEach(async () => {
  name = `user-${app.make.next()}`
  await userWithPassword(app, name)
  here = await sessionOf(app, name)
})

const fields = 'id createdAt lastUsedAt expiresAt address userAgent isCurrent'

interface Seen {
  readonly id: string
  readonly createdAt: string
  readonly lastUsedAt: string
  readonly address: string | null
  readonly userAgent: string | null
  readonly isCurrent: boolean
}

async function mine(bearer = here): Promise<readonly Seen[]> {
  const query = `{ viewer { user { id sessions { nodes { ${fields} } totalCount } } } }`
  const { data } = await graphql(app, bearer, query)
  const { sessions } = data['viewer']?.['user'] as { sessions: { nodes: Seen[]; totalCount: number } }
  expect(sessions.totalCount).toBe(sessions.nodes.length)
  return sessions.nodes
}

const idOf = async (): Promise<string> =>
  (await app.prisma.user.findUniqueOrThrow({ where: { usernameKey: name } })).id

async function end(by: Person | string | undefined, id: string) {
  const query = `mutation ($input: SessionDeleteInput!) {
    sessionDelete(input: $input) { deletedId userErrors { code } }
  }`
  const { data, errors } = await graphql(app, by, query, { input: { id, reason: 'Not me.' } })
  return errors ?? data['sessionDelete']
}

const endOthers = (by: Person | string, id: string) =>
  mutate(app, by, 'userSessionsDelete', { id }, 'deletedCount userErrors { code }')

const isGood = async (bearer: string): Promise<boolean> =>
  (await as(app, bearer).get('/account/details')).status === 200

const notFound = { deletedId: null, userErrors: [{ code: 'NOT_FOUND' }] }

describe('the sessions of a person', () => {
  test('are listed, the last used first, with when, from where and by what; the one that asks is marked', async () => {
    const other = await sessionOf(app, name)
    app.clock.move(90_000)
    await app.http
      .get('/api/v2/account/details')
      .set('Authorization', `Bearer ${other}`)
      .set('User-Agent', `Browser/7.0 ${'x'.repeat(400)}`)
    const seen = await mine()
    const now = app.clock.now().toISOString()
    expect(seen).toMatchObject([
      { lastUsedAt: now, address: '127.0.0.1' },
      { lastUsedAt: now, address: '127.0.0.1' },
    ])
    expect(seen.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true])
    expect(new Set(seen.map(({ createdAt }) => createdAt))).not.toContain(now)
    const agent = seen.find(({ isCurrent }) => !isCurrent)?.userAgent
    expect(agent).toBe(`Browser/7.0 ${'x'.repeat(288)}`)
  })

  test('record their use once a minute at most, however many requests come at once', async () => {
    const ask = () => as(app, here).get('/account/details')
    const writes = async (): Promise<number> => {
      const { all } = await statementsOf(app, () => Promise.all(Array.from({ length: 10 }, ask)))
      return all.filter(({ text }) => text.startsWith('UPDATE')).length
    }
    expect(await writes()).toBe(0)
    app.clock.move(60_000)
    await ask()
    expect(await writes()).toBe(0)
    expect((await mine())[0]?.lastUsedAt).toBe(app.clock.now().toISOString())
  })

  test('are gone from the list when their time is up', async () => {
    app.clock.move(6 * 3_600_000)
    const later = await sessionOf(app, name)
    expect(await mine(later)).toHaveLength(2)
    app.clock.move(6 * 3_600_000)
    expect(await mine(later)).toMatchObject([{ isCurrent: true }])
  })

  test('end one by one, which holds at once on every face and is audited', async () => {
    const other = await sessionOf(app, name)
    const ended = (await mine()).find(({ isCurrent }) => !isCurrent)
    const id = ended?.id ?? ''
    expect(await end(here, id)).toEqual({ deletedId: id, userErrors: [] })
    expect(await isGood(other)).toBe(false)
    expect(await graphql(app, other, '{ setup { required } }')).toMatchObject({
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    })
    const module = await app.http
      .get('/v1/modules/acme/network/aws/versions')
      .set('Authorization', `Bearer ${other}`)
    expect(module.status).toBe(401)
    expect(await isGood(here)).toBe(true)
    expect(await mine()).toHaveLength(1)
    expect(await end(here, id)).toEqual(notFound)
    const rows = await app.prisma.auditEvent.findMany({ where: { subjectId: id, action: 'session.delete' } })
    expect(rows).toMatchObject([
      { subjectName: name, actorName: name, reason: 'Not me.', before: { address: '127.0.0.1' } },
    ])
  })

  test('end all at once but the one that asks, with one row in the audit log', async () => {
    const others = [await sessionOf(app, name), await sessionOf(app, name)]
    const id = await idOf()
    expect(await endOthers(here, id)).toEqual({ deletedCount: 2, userErrors: [] })
    expect(await Promise.all(others.map(isGood))).toEqual([false, false])
    expect(await isGood(here)).toBe(true)
    expect(await endOthers(here, id)).toEqual({ deletedCount: 0, userErrors: [] })
    const rows = await app.prisma.auditEvent.findMany({
      where: { action: 'user.end-sessions', subjectId: id },
    })
    expect(rows).toMatchObject([{ before: { sessions: [expect.any(String), expect.any(String)] } }])
  })

  test('are neither seen nor ended by another user', async () => {
    const stranger = await app.make.user()
    const [session] = await mine()
    const id = await idOf()
    expect(await end(stranger, session?.id ?? '')).toEqual(notFound)
    expect(await end(undefined, session?.id ?? '')).toMatchObject([
      { extensions: { code: 'UNAUTHENTICATED' } },
    ])
    expect(await endOthers(stranger, id)).toMatchObject({ deletedCount: null, userErrors: [{}] })
    const seen = await graphql(app, stranger, `{ user(id: "${id}") { sessions { totalCount } } }`)
    expect(seen.data).toEqual({ user: null })
    expect(await isGood(here)).toBe(true)
  })

  test('are seen by a token that reads and ended by none that does only that; for the engine they are not there', async () => {
    const person = await app.make.user()
    const id = await app.make.session(person)
    const reader = await app.make.token(person, { scopes: ['read'] })
    const engine = await app.make.token(person, { scopes: ['registry'] })
    expect(await mine(reader)).toMatchObject([{ id, isCurrent: false }])
    expect(await end(reader, id)).toEqual(notFound)
    expect(await end(engine, id)).toEqual(notFound)
    const { errors } = await graphql(app, engine, '{ viewer { user { sessions { totalCount } } } }')
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
    expect(await mine(person.token)).toHaveLength(1)
  })
})

test('a site administrator sees and ends the sessions of a user, one and all, and keeps the own', async () => {
  await userWithPassword(app, 'dora')
  await app.prisma.user.update({ where: { usernameKey: 'dora' }, data: { isSiteAdmin: true } })
  const adminSession = await sessionOf(app, 'dora')
  const others = [await sessionOf(app, name), await sessionOf(app, name)]
  const id = await idOf()
  const query = `{ user(id: "${id}") { sessions { nodes { ${fields} } } } }`
  const { nodes } = (await graphql(app, adminSession, query)).data['user']?.['sessions'] as { nodes: Seen[] }
  expect(nodes.map(({ isCurrent }) => isCurrent)).toEqual([false, false, false])
  const first = nodes[0]?.id ?? ''
  expect(await end(adminSession, first)).toEqual({ deletedId: first, userErrors: [] })
  expect(await endOthers(adminSession, id)).toEqual({ deletedCount: 2, userErrors: [] })
  expect(await Promise.all([here, ...others].map(isGood))).toEqual([false, false, false])
  expect(await isGood(adminSession)).toBe(true)
  const rows = await app.prisma.auditEvent.findMany({
    where: { actorName: 'dora', subjectId: { in: [id, first] } },
  })
  expect(rows.map(({ action }) => action).sort()).toEqual(['session.delete', 'user.end-sessions'])
})
