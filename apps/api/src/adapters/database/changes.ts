import { Client } from 'pg'
import { HeardTopics, type Changes } from '../../kernel/changes.js'
import { minutes, seconds, type Clock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import { messageOf, type ConnectionSettings } from './connection.js'

/** How often the database is asked what changed, in milliseconds, also where nobody tells of anything. */
const askedEvery = 200

/** How long an answer is enough, in milliseconds: after that nothing remembered is used until there is another. */
const trustedFor = seconds(1)

/** How long the database may take to answer, in milliseconds. */
const patience = seconds(2)

/** How long notes are kept, and after how long without an answer some may be gone, both in the database's time. */
const keptFor = '10 minutes'
const goneAfter = minutes(5)
const sweptEvery = minutes(1)

/** Other processes are woken by it: notes are the truth, this only makes it quick. */
const channel = 'engine_changes'

/**
 * What was noted by transactions that the snapshot of the last answer did not see, and the snapshot of this one. Which
 * number a transaction has says nothing about when it ends; a snapshot knows those that had ended.
 */
const question = `
  WITH heard AS MATERIALIZED (
    SELECT DISTINCT topic FROM changes
    WHERE transaction >= pg_snapshot_xmin($1::pg_snapshot)::text::bigint
      AND NOT pg_visible_in_snapshot(transaction::text::xid8, $1::pg_snapshot)
  )
  SELECT pg_current_snapshot()::text AS snapshot, ARRAY(SELECT topic FROM heard) AS topics, clock_timestamp() AS at,
    pg_backend_pid() AS backend,
    CASE WHEN $2::boolean THEN pg_notify('${channel}', '')::text END AS told`

const sweeping = `
  DELETE FROM changes WHERE (transaction, topic) IN (
    SELECT transaction, topic FROM changes WHERE at < clock_timestamp() - interval '${keptFor}' FOR UPDATE SKIP LOCKED
  )`

interface Heard {
  readonly snapshot: string
  readonly topics: readonly string[]
  readonly at: Date
  readonly backend: number
}

/**
 * Hears on a connection of its own what was changed (migration `note_changes`). A new connection knows nothing of what
 * was before it, so with it everything counts as changed; also with one that a pooler has put behind ours, since a server
 * that crashed has forgotten its notes.
 */
export class ChangeFollower implements Changes {
  private readonly heard = new HeardTopics()
  private client: Client | undefined
  private last: Heard | undefined
  private confirmedAt = -Infinity
  private asking: Promise<void> | undefined
  private next: Promise<void> | undefined
  private tells = false
  private timers: readonly NodeJS.Timeout[] = []
  private isClosed = false

  constructor(
    private readonly connection: ConnectionSettings,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Follows from now on. */
  async start(): Promise<void> {
    this.timers = [
      setInterval(() => void this.ask(), askedEvery).unref(),
      setInterval(() => void this.sweep(), sweptEvery).unref(),
    ]
    await this.ask()
  }

  moment(): number | undefined {
    return this.clock.elapsed() - this.confirmedAt < trustedFor ? this.heard.moment : undefined
  }

  isUnchanged(since: number, about: readonly string[]): boolean {
    return this.heard.isUnchanged(since, about)
  }

  /**
   * The other processes are told here and not by the triggers: of transactions that tell somebody something PostgreSQL
   * lets only one commit at a time.
   */
  async caughtUp(): Promise<void> {
    if (this.isClosed) return
    this.tells = true
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

  /** A connection that answers nothing any more is not waited for. */
  close(): void {
    this.isClosed = true
    for (const timer of this.timers) clearInterval(timer)
    this.client?.end().catch(() => {})
    this.forget()
  }

  /** A question that is under way may have been put too early: the one after it is waited for. */
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
      const { tells } = this
      this.tells = false
      const values = [this.last?.snapshot, tells]
      const { rows } = await client.query<Heard>(question, values)
      const [heard] = rows
      if (!heard || client !== this.client) return
      this.take(heard)
      this.confirmedAt = asked
    } catch (error) {
      this.lose(client, error)
    }
  }

  private take(heard: Heard): void {
    const { last } = this
    const isWhole = last?.backend === heard.backend && heard.at.getTime() - last.at.getTime() < goneAfter
    if (isWhole) this.heard.hear(heard.topics)
    else this.heard.hearOfEverything()
    this.last = heard
  }

  private async connect(): Promise<Client> {
    const client = new Client({
      ...this.connection,
      connectionTimeoutMillis: patience,
      query_timeout: patience,
      keepAlive: true,
      application_name: 'engine-api-changes',
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
      this.log.warn({ reason: messageOf(error) }, 'changes are not heard of: nothing is answered from memory')
  }

  private forget(): void {
    this.client = undefined
    this.last = undefined
    this.confirmedAt = -Infinity
  }

  /** Removes old notes; of several processes each does it now and then. */
  async sweep(): Promise<void> {
    await this.client?.query(sweeping).catch((error: unknown) => {
      this.log.warn({ reason: messageOf(error) }, 'old notes of changes could not be removed')
    })
  }
}
