import { rule } from '@engine/shared/rule'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ChangeFollower } from '../../src/adapters/database/changes.js'
import { TestClock } from '../clock.js'
import { createTestDatabase, type TestDatabase } from '../database.js'
import { silentLog } from '../silent-log.js'
import { DatabaseLine } from './line.js'

let database: TestDatabase
let clock: TestClock
const closing: (() => Promise<void>)[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  clock = new TestClock()
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await database.drop()
})

async function connected(): Promise<Client> {
  const client = new Client(database.connection)
  client.on('error', () => {})
  await client.connect()
  closing.push(() => client.end())
  return client
}

async function following(url = database.url): Promise<ChangeFollower> {
  const follower = new ChangeFollower({ connectionString: url }, clock, silentLog)
  await follower.start()
  closing.push(async () => follower.close())
  return follower
}

/** What a process would remember now, and whether it may still use it. */
function remembered(follower: ChangeFollower, ...about: string[]): () => boolean {
  const since = follower.moment()
  expect(since).toBeDefined()
  return () => follower.moment() !== undefined && follower.isUnchanged(since ?? 0, about)
}

const note = (client: Client, topic: string) => client.query('SELECT note_change($1)', [topic])

describe('a follower of changes', () => {
  test('has heard of what was committed before it was told to catch up, and of nothing else', async () => {
    const [follower, client] = await Promise.all([following(), connected()])
    const acme = remembered(follower, 'modules/acme')
    const globex = remembered(follower, 'modules/globex')
    const all = remembered(follower, 'modules')

    await note(client, 'modules/acme')
    await follower.caughtUp()

    expect([acme(), globex(), all()]).toEqual([false, true, false])
    expect(remembered(follower, 'modules/acme')()).toBe(true)
  })

  test('hears soon of what others change, without being told', async () => {
    const [follower, client] = await Promise.all([following(), connected()])
    const kept = remembered(follower, 'access')
    await note(client, 'access')
    await expect.poll(kept).toBe(false)
  })

  test('misses no transaction that began before another and ended after it', async () => {
    const [follower, slow, quick] = await Promise.all([following(), connected(), connected()])
    await slow.query('BEGIN')
    await note(slow, 'access')
    await note(quick, 'engine-versions')
    await follower.caughtUp()
    const kept = remembered(follower, 'access')

    await slow.query('COMMIT')
    await follower.caughtUp()

    expect(kept()).toBe(false)
  })

  test('hears nothing of what was rolled back', async () => {
    const [follower, client] = await Promise.all([following(), connected()])
    const kept = remembered(follower, 'access')
    await client.query('BEGIN')
    await note(client, 'access')
    await client.query('ROLLBACK')
    await follower.caughtUp()
    expect(kept()).toBe(true)
  })

  test('wakes the followers of other processes', async () => {
    const [follower, other] = await Promise.all([following(), connected()])
    await other.query('LISTEN engine_changes')
    const woken = new Promise((resolve) => other.once('notification', resolve))
    await note(other, 'access')
    await follower.caughtUp()
    await woken
  })

  rule(
    '§7 visibility',
    'A change is in force on every other process within a second … which trusts nothing that it remembers once it has heard nothing for a second',
  )
  test('that gets no answer for a second trusts nothing', async () => {
    const line = await DatabaseLine.to(database.url)
    closing.push(() => line.cut())
    const follower = await following(line.url)
    const kept = remembered(follower, 'access')
    line.freeze()

    clock.move(999)
    expect(kept()).toBe(true)
    clock.move(1)
    expect(kept()).toBe(false)
    expect(follower.moment()).toBeUndefined()
  })

  test('that cannot catch up in time trusts nothing, also where its clock says that no time has passed', async () => {
    const line = await DatabaseLine.to(database.url)
    closing.push(() => line.cut())
    const follower = await following(line.url)
    line.freeze()
    await follower.caughtUp()
    expect(follower.moment()).toBeUndefined()
  })

  test('whose connection broke takes everything for changed, and follows again', async () => {
    const line = await DatabaseLine.to(database.url)
    closing.push(() => line.cut())
    const follower = await following(line.url)
    const since = follower.moment() ?? 0

    await line.cut()
    await expect.poll(() => follower.moment()).toBeUndefined()
    await line.mend()
    await expect.poll(() => follower.moment()).toBeDefined()

    expect(follower.isUnchanged(since, ['access'])).toBe(false)
    expect(remembered(follower, 'access')()).toBe(true)
  })

  test('removes notes that nobody can need any more', async () => {
    const [follower, client] = await Promise.all([following(), connected()])
    await note(client, 'modules/old')
    await client.query(`UPDATE changes SET at = now() - interval '11 minutes'`)
    await note(client, 'modules/new')

    await follower.sweep()

    const { rows } = await client.query('SELECT topic FROM changes')
    expect(rows).toEqual([{ topic: 'modules/new' }])
  })
})

test('two transactions that change the same do not wait for each other', async () => {
  const [one, other] = await Promise.all([connected(), connected()])
  await one.query('BEGIN')
  await note(one, 'access')
  await other.query(`SET lock_timeout = '1s'`)
  await note(other, 'access')
  await note(other, 'access')
  await one.query('COMMIT')
  const { rows } = await one.query('SELECT topic FROM changes')
  expect(rows).toEqual([{ topic: 'access' }, { topic: 'access' }, { topic: 'access' }])
})
