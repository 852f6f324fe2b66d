import { rule } from '@engine/shared/rule'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { ConnectionTurns } from '../../src/adapters/database/connection-turns.js'
import { startTestApp } from '../app.js'
import { documentOf } from '../rest.js'

const app = await startTestApp()

rule('§19 costs', 'Callers take turns at the connections of the database')
test('one caller cannot take what belongs to all: others read while all writes of one wait', async () => {
  const [ana, ben] = [await app.make.user('ana'), await app.make.user('ben')]
  await app.make.organization(ana, 'acme')
  await app.make.organization(ben, 'calm')
  // Both are cached callers, so that nothing but their own statements waits.
  for (const { token } of [ana, ben])
    await app.http.get('/api/v2/account/details').set('Authorization', `Bearer ${token}`).expect(200)
  const holder = new Client({ connectionString: app.databaseUrl })
  await holder.connect()
  await holder.query('BEGIN')
  await holder.query("SELECT * FROM organizations WHERE name = 'acme' FOR UPDATE")

  let answered = 0
  const writes = Array.from({ length: 90 }, async (_, n) => {
    const body = documentOf('organizations', { email: `ana-${n}@example.com` })
    const answer = await app.http
      .patch('/api/v2/organizations/acme')
      .set('Authorization', `Bearer ${ana.token}`)
      .send(body)
    answered++
    return answer.status
  })
  const waiting = () => app.prisma.$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting()).length).toBeGreaterThanOrEqual(8)
  for (let n = 0; n < 5; n++) {
    const read = await app.http
      .get(`/api/v2/organizations/calm/workspaces?page%5Bsize%5D=${n + 1}`)
      .set('Authorization', `Bearer ${ben.token}`)
    expect(read.status).toBe(200)
  }
  expect(answered).toBe(0)

  await holder.query('ROLLBACK')
  await holder.end()
  // Those that had no connection in time may be sent again.
  for (const status of await Promise.all(writes)) expect([200, 503]).toContain(status)
})

test('what gets no connection in time is given up, does nothing, and takes no turn', async () => {
  const turns = new ConnectionTurns(1, 20)
  let end = (): void => {}
  const held = turns.run('one', () => new Promise<void>((done) => (end = done)))
  let ran = 0
  const count = async () => ++ran
  await expect(turns.run('other', count)).rejects.toMatchObject({ failure: { kind: 'unavailable' } })
  end()
  await held
  expect(await turns.run('other', count)).toBe(1)
  expect(turns.waiting).toBe(0)
})

test('a line leaves connections to the others, and a failed work gives its own back', async () => {
  const turns = new ConnectionTurns(4, 60_000)
  const ends: (() => void)[] = []
  const wait = () => new Promise<void>((done) => ends.push(done))
  const flood = Array.from({ length: 10 }, () => turns.run('flood', wait))
  await expect.poll(() => ends.length).toBe(2)
  await expect(turns.run('calm', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await turns.run('calm', async () => 'answered')).toBe('answered')
  expect([ends.length, turns.waiting]).toEqual([2, 8])
  let ended = 0
  for (const work of flood) void work.then(() => ended++)
  await expect
    .poll(() => {
      ends.pop()?.()
      return ended
    })
    .toBe(flood.length)
})
