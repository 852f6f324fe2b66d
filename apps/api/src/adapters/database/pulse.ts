import { Client, type ConnectionSettings } from './connection.js'

/** How long the database may take to answer, in milliseconds. */
const patience = 2000

/** A health check on a connection of its own: a pool whose connections are all busy is no database that is away. */
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
      timer = setTimeout(() => setImmediate(resolve, false), patience)
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
      connectionTimeoutMillis: 2 * patience,
      query_timeout: 2 * patience,
      keepAlive: true,
      application_name: 'engine-api-pulse',
    })
    client.on('error', () => this.forget(client))
    return client
  }

  /** The next one who asks connects anew. */
  private forget(client: Client): void {
    if (this.client === client) this.client = undefined
    client.end().catch(() => {})
  }
}
