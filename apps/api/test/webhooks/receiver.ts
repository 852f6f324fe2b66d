import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { isIPv6, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { onFinished } from '../on-finished.js'

export interface ReceivedEvent {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  readonly data: {
    readonly organization: string | null
    readonly subject: { readonly type: string; readonly id: string; readonly name: string }
    readonly actor: { readonly type: string; readonly name: string } | null
    readonly attributes: Readonly<Record<string, unknown>> | null
  }
}

/** A receiver of webhooks that accepts what the kept library verifies, and nothing else. It closes by itself. */
export class Receiver {
  readonly events: ReceivedEvent[] = []
  readonly refused: string[] = []
  readonly headers: IncomingHttpHeaders[] = []
  readonly bodies: string[] = []
  /** Answer to a request; the function gets the number of requests so far. */
  answer: (count: number) => { status: number; body?: string; location?: string } = () => ({ status: 204 })
  secret = ''
  /** Promise that its answers await. */
  held: Promise<void> | undefined
  private count = 0

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async open(host = '127.0.0.1'): Promise<Receiver> {
    const server = createServer()
    server.listen(0, host)
    await once(server, 'listening')
    const place = `${isIPv6(host) ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`
    const receiver = new Receiver(server, `http://${place}/hook`)
    server.on('request', async (req, res) => {
      const body = await text(req)
      const { status, body: said = '', location } = receiver.take(req.headers, body)
      await receiver.held
      if (location !== undefined) res.setHeader('Location', location)
      res.writeHead(status).end(said)
    })
    onFinished(() => receiver.close())
    return receiver
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  private take(headers: IncomingHttpHeaders, body: string) {
    this.headers.push(headers)
    this.bodies.push(body)
    const answer = this.answer(this.count++)
    try {
      const known = headers as Record<string, string>
      const event = new Webhook(this.secret).verify(body, known) as Omit<ReceivedEvent, 'id'>
      if (answer.status < 300) this.events.push({ ...event, id: known['webhook-id'] ?? '' })
    } catch (error) {
      this.refused.push(String(error))
      return { status: 401 }
    }
    return answer
  }
}
