import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'

/** A TCP proxy between the API and its database, which a test controls. */
export class DatabaseLine {
  private readonly sockets = new Set<Socket>()
  private server: Server | undefined
  private port = 0
  private left = Infinity

  private constructor(private readonly target: URL) {}

  /** Forwards to the database of this address. */
  static async to(url: string): Promise<DatabaseLine> {
    const line = new DatabaseLine(new URL(url))
    await line.mend()
    return line
  }

  /** The address of the same database through the proxy. */
  get url(): string {
    const { username, password, pathname } = this.target
    return `postgresql://${username}${password && `:${password}`}@127.0.0.1:${this.port}${pathname}`
  }

  /** Breaks every connection and takes no new one. */
  async cut(): Promise<void> {
    const closed = this.server && once(this.server, 'close')
    this.server?.close()
    for (const socket of this.sockets) socket.destroy()
    await closed
    this.server = undefined
  }

  /** Cuts the line as soon as the number of connections exceeds this one. */
  cutAfter(connections: number): void {
    this.left = connections
  }

  /** Stops all bytes, without closing a connection. */
  freeze(): void {
    for (const socket of this.sockets) socket.unpipe().pause()
  }

  async mend(): Promise<void> {
    this.server = createServer((socket) => this.forward(socket)).listen(this.port, '127.0.0.1')
    await once(this.server, 'listening')
    this.port = (this.server.address() as AddressInfo).port
  }

  private forward(socket: Socket): void {
    if (this.left-- <= 0) return void (socket.destroy(), void this.cut())
    const { hostname, port, searchParams } = this.target
    const folder = searchParams.get('host')
    const real = folder ? connect(join(folder, '.s.PGSQL.5432')) : connect(Number(port), hostname)
    for (const [one, other] of [
      [socket, real],
      [real, socket],
    ] as const) {
      this.sockets.add(one)
      one
        .on('error', () => undefined)
        .on('close', () => {
          this.sockets.delete(one)
          other.destroy()
        })
      one.pipe(other)
    }
  }
}
