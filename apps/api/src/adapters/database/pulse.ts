import { Client, type ConnectionSettings } from './connection.js'

/** Time limit for an answer of the database, in milliseconds. */
const timeout = 2000

/**
 * A health check on a separate connection: a pool whose connections are all busy does not mean that the
 * database is away.
 */
export class Pulse {
  private client: Client | undefined
  private asking: Promise<boolean> | undefined

  constructor(private readonly connection: ConnectionSettings) {}

  /** Calls meanwhile share the answer. Never rejects. */
  async beats(): Promise<boolean> {
    this.asking ??= this.ask().finally(() => (this.asking = undefined))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<boolean>((resolve) => {
      // An answer that came while the process was busy is read before it is called late.
      timer = setTimeout(() => setImmediate(resolve, false), timeout)
    })
    return Promise.race([this.asking, late]).finally(() => clearTimeout(timer))
  }

  async close(): Promise<void> {
    const { client } = this
    this.client = undefined
    await client?.end().catch(() => {})
  }

  private async ask(): Promise<boolean> {
    const client = this.client ?? this.makeClient()
    try {
      if (!this.client) await client.connect()
      this.client = client
      await client.query('SELECT 1')
      return true
    } catch {
      this.forget(client)
      return false
    }
  }

  private makeClient(): Client {
    const client = new Client({
      ...this.connection,
      connectionTimeoutMillis: 2 * timeout,
      query_timeout: 2 * timeout,
      keepAlive: true,
      application_name: 'engine-api-pulse',
    })
    client.on('error', () => this.forget(client))
    return client
  }

  /** Forgets a client, so that the next check connects again. */
  private forget(client: Client): void {
    if (this.client === client) this.client = undefined
    client.end().catch(() => {})
  }
}
