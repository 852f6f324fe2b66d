import { InvalidationLog, type Invalidations } from '../../kernel/invalidation.js'
import { minutes, seconds, type Clock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import { Client, messageOf, type ConnectionSettings } from './connection.js'

/** Interval in milliseconds of asking the database what changed, also without a notification. */
const askedEvery = 200

/**
 * Time in milliseconds that an answer of the database is valid for: after that the cache is off until there
 * is another.
 */
const trustedFor = seconds(1)

/** Time limit for an answer of the database, in milliseconds. */
const timeout = seconds(2)

/**
 * Lifetime of events, and the time without an answer after which some may be lost, both in the database's
 * time.
 */
const eventsStay = '10 minutes'
const goneAfter = minutes(5)
const sweptEvery = minutes(1)

/** Notifications wake other processes sooner; what counts are the events in the table. */
const channel = 'engine_invalidations'

/**
 * The events of transactions that the snapshot of the last answer did not see, and the snapshot of this one. Which
 * number a transaction has says nothing about when it ends; a snapshot knows those that had ended.
 */
const question = `
  WITH events AS MATERIALIZED (
    SELECT DISTINCT tag FROM invalidation_events
    WHERE transaction >= pg_snapshot_xmin($1::pg_snapshot)::text::bigint
      AND NOT pg_visible_in_snapshot(transaction::text::xid8, $1::pg_snapshot)
  )
  SELECT pg_current_snapshot()::text AS snapshot, ARRAY(SELECT tag FROM events) AS tags, clock_timestamp() AS at,
    pg_backend_pid() AS backend,
    CASE WHEN $2::boolean THEN pg_notify('${channel}', '')::text END AS notified`

const sweeping = `
  DELETE FROM invalidation_events WHERE (transaction, tag) IN (
    SELECT transaction, tag FROM invalidation_events
    WHERE at < clock_timestamp() - interval '${eventsStay}' FOR UPDATE SKIP LOCKED
  )`

interface Answer {
  readonly snapshot: string
  readonly tags: readonly string[]
  readonly at: Date
  readonly backend: number
}

/**
 * A subscriber to the invalidation events that the triggers write (`docs/performance/invalidations.txt`), on
 * a separate connection. A new connection knows nothing of what was before it, so with it everything counts
 * as changed; also with one that a pooler has put behind ours, since a server that crashed has lost its
 * events.
 */
export class InvalidationSubscriber implements Invalidations {
  private readonly received = new InvalidationLog()
  private client: Client | undefined
  private last: Answer | undefined
  private confirmedAt = -Infinity
  private asking: Promise<void> | undefined
  private next: Promise<void> | undefined
  private notifies = false
  private timers: readonly NodeJS.Timeout[] = []
  private isClosed = false

  constructor(
    private readonly connection: ConnectionSettings,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async start(): Promise<void> {
    this.timers = [
      setInterval(() => void this.ask(), askedEvery).unref(),
      setInterval(() => void this.sweep(), sweptEvery).unref(),
    ]
    await this.ask()
  }

  moment(): number | undefined {
    return this.clock.elapsed() - this.confirmedAt < trustedFor ? this.received.moment : undefined
  }

  isUnchanged(since: number, tags: readonly string[]): boolean {
    return this.received.isUnchanged(since, tags)
  }

  /** Notifies other processes here: of transactions that notify, PostgreSQL lets one commit at a time. */
  async waitUntilCurrent(): Promise<void> {
    if (this.isClosed) return
    this.notifies = true
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.confirmedAt = -Infinity
        resolve()
      }, trustedFor)
    })
    await Promise.race([this.askAnew(), late])
    clearTimeout(timer)
  }

  /** Closes without waiting for a connection that no longer answers. */
  close(): void {
    this.isClosed = true
    for (const timer of this.timers) clearInterval(timer)
    this.client?.end().catch(() => {})
    this.forget()
  }

  /** Waits for the question after one that is under way, which may have been put too early. */
  private askAnew(): Promise<void> {
    this.next ??= (this.asking ?? Promise.resolve()).then(() => {
      this.next = undefined
      return this.ask()
    })
    return this.next
  }

  /** Joins a question that is under way. Never rejects. */
  private ask(): Promise<void> {
    if (this.isClosed) return Promise.resolve()
    this.asking ??= this.putQuestion().finally(() => (this.asking = undefined))
    return this.asking
  }

  private async putQuestion(): Promise<void> {
    const asked = this.clock.elapsed()
    let client: Client | undefined
    try {
      client = this.client ?? (await this.connect())
      const { notifies } = this
      this.notifies = false
      const values = [this.last?.snapshot, notifies]
      const { rows } = await client.query<Answer>(question, values)
      const [answer] = rows
      if (!answer || client !== this.client) return
      this.take(answer)
      this.confirmedAt = asked
    } catch (error) {
      this.lose(client, error)
    }
  }

  private take(answer: Answer): void {
    const { last } = this
    const isWhole = last?.backend === answer.backend && answer.at.getTime() - last.at.getTime() < goneAfter
    if (isWhole) this.received.invalidate(answer.tags)
    else this.received.invalidateAll()
    this.last = answer
  }

  private async connect(): Promise<Client> {
    const client = new Client({
      ...this.connection,
      connectionTimeoutMillis: timeout,
      query_timeout: timeout,
      keepAlive: true,
      application_name: 'engine-api-invalidations',
    })
    client.on('error', (error) => this.lose(client, error))
    client.on('notification', ({ processId }) => {
      const isOwn = processId === (client as unknown as { processID: number }).processID
      if (!isOwn) void this.askAnew()
    })
    try {
      await client.connect()
      await client.query(`LISTEN ${channel}`)
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
    if (this.isClosed) {
      client.end().catch(() => {})
      throw new Error('closed meanwhile')
    }
    this.client = client
    return client
  }

  private lose(client: Client | undefined, error: unknown): void {
    client?.end().catch(() => {})
    if (client !== this.client) return
    const wasTrusted = this.confirmedAt !== -Infinity
    this.forget()
    if (wasTrusted && !this.isClosed)
      this.log.warn({ reason: messageOf(error) }, 'invalidation events cannot be read: the cache is off')
  }

  private forget(): void {
    this.client = undefined
    this.last = undefined
    this.confirmedAt = -Infinity
  }

  /** Removes old events; of several processes each does it now and then. */
  async sweep(): Promise<void> {
    await this.client?.query(sweeping).catch((error: unknown) => {
      this.log.warn({ reason: messageOf(error) }, 'old invalidation events could not be removed')
    })
  }
}
