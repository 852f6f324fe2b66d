import { rule } from '@engine/shared/rule'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { InvalidationSubscriber } from '../../src/adapters/database/invalidation-subscriber.js'
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

async function subscribed(url = database.url): Promise<InvalidationSubscriber> {
  const subscriber = new InvalidationSubscriber({ connectionString: url }, clock, silentLog)
  await subscriber.start()
  closing.push(async () => subscriber.close())
  return subscriber
}

/** Caches an answer under these tags; the result tells whether the process may still use it. */
function cached(subscriber: InvalidationSubscriber, ...tags: string[]): () => boolean {
  const since = subscriber.moment()
  expect(since).toBeDefined()
  return () => subscriber.moment() !== undefined && subscriber.isUnchanged(since ?? 0, tags)
}

const invalidate = (client: Client, tag: string) => client.query('SELECT invalidate_cache_tag($1)', [tag])

describe('a subscriber', () => {
  test('is current with what was committed before it is asked to be, and with nothing else', async () => {
    const [subscriber, client] = await Promise.all([subscribed(), connected()])
    const acme = cached(subscriber, 'modules/acme')
    const globex = cached(subscriber, 'modules/globex')
    const all = cached(subscriber, 'modules')

    await invalidate(client, 'modules/acme')
    await subscriber.waitUntilCurrent()

    expect([acme(), globex(), all()]).toEqual([false, true, false])
    expect(cached(subscriber, 'modules/acme')()).toBe(true)
  })

  test('soon receives what others change, also without a notification', async () => {
    const [subscriber, client] = await Promise.all([subscribed(), connected()])
    const isCached = cached(subscriber, 'access')
    await invalidate(client, 'access')
    await expect.poll(isCached).toBe(false)
  })

  test('misses no transaction that began before another and ended after it', async () => {
    const [subscriber, slow, quick] = await Promise.all([subscribed(), connected(), connected()])
    await slow.query('BEGIN')
    await invalidate(slow, 'access')
    await invalidate(quick, 'engine-versions')
    await subscriber.waitUntilCurrent()
    const isCached = cached(subscriber, 'access')

    await slow.query('COMMIT')
    await subscriber.waitUntilCurrent()

    expect(isCached()).toBe(false)
  })

  test('receives nothing of what was rolled back', async () => {
    const [subscriber, client] = await Promise.all([subscribed(), connected()])
    const isCached = cached(subscriber, 'access')
    await client.query('BEGIN')
    await invalidate(client, 'access')
    await client.query('ROLLBACK')
    await subscriber.waitUntilCurrent()
    expect(isCached()).toBe(true)
  })

  test('wakes the subscribers of other processes', async () => {
    const [subscriber, other] = await Promise.all([subscribed(), connected()])
    await other.query('LISTEN engine_invalidations')
    const woken = new Promise((resolve) => other.once('notification', resolve))
    await invalidate(other, 'access')
    await subscriber.waitUntilCurrent()
    await woken
  })

  rule(
    '§7 visibility',
    'A change is in force on every other process within a second … which uses nothing cached after a second without an answer',
  )
  test('without an answer for a second uses nothing cached', async () => {
    const line = await DatabaseLine.to(database.url)
    closing.push(() => line.cut())
    const subscriber = await subscribed(line.url)
    const isCached = cached(subscriber, 'access')
    line.freeze()

    clock.move(999)
    expect(isCached()).toBe(true)
    clock.move(1)
    expect(isCached()).toBe(false)
    expect(subscriber.moment()).toBeUndefined()
  })

  test('that cannot get current in time uses nothing cached, also where its clock says that no time has passed', async () => {
    const line = await DatabaseLine.to(database.url)
    closing.push(() => line.cut())
    const subscriber = await subscribed(line.url)
    line.freeze()
    await subscriber.waitUntilCurrent()
    expect(subscriber.moment()).toBeUndefined()
  })

  test('whose connection broke takes everything for changed, and subscribes again', async () => {
    const line = await DatabaseLine.to(database.url)
    closing.push(() => line.cut())
    const subscriber = await subscribed(line.url)
    const since = subscriber.moment() ?? 0

    await line.cut()
    await expect.poll(() => subscriber.moment()).toBeUndefined()
    await line.mend()
    await expect.poll(() => subscriber.moment()).toBeDefined()

    expect(subscriber.isUnchanged(since, ['access'])).toBe(false)
    expect(cached(subscriber, 'access')()).toBe(true)
  })

  test('removes events that no process can need any more', async () => {
    const [subscriber, client] = await Promise.all([subscribed(), connected()])
    await invalidate(client, 'modules/old')
    await client.query(`UPDATE invalidation_events SET at = now() - interval '11 minutes'`)
    await invalidate(client, 'modules/new')

    await subscriber.sweep()

    const { rows } = await client.query('SELECT tag FROM invalidation_events')
    expect(rows).toEqual([{ tag: 'modules/new' }])
  })
})

test('two transactions that change the same do not wait for each other', async () => {
  const [one, other] = await Promise.all([connected(), connected()])
  await one.query('BEGIN')
  await invalidate(one, 'access')
  await other.query(`SET lock_timeout = '1s'`)
  await invalidate(other, 'access')
  await invalidate(other, 'access')
  await one.query('COMMIT')
  const { rows } = await one.query('SELECT tag FROM invalidation_events')
  expect(rows).toEqual([{ tag: 'access' }, { tag: 'access' }, { tag: 'access' }])
})
