import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer = (req: IncomingMessage, res: ServerResponse) => void

export interface Document {
  /** An object is sent as JSON; anything else as it is, without a type. */
  readonly body?: object | string | Buffer
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Of one path with its query, or of all that match. */
type Paths = string | RegExp

interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/** Requests that get no answer until they are let go. */
export interface Hold {
  /** How many wait now. */
  readonly waiting: number
  release(): void
}

/** A server over real HTTP whose answer to any path a test replaces, holds back or makes fail, with a record of what it was asked. */
export class TwinServer {
  readonly asked: Asked[] = []
  /** The most requests that were without an answer at one time. */
  mostAtOnce = 0
  private unanswered = 0
  private port = 0
  private failure: { readonly paths: Paths; readonly answer: Answer } | undefined
  private readonly answers = new Map<string, Answer>()
  private readonly holds = new Set<{ readonly paths: Paths; readonly waiting: (() => void)[] }>()
  private readonly server = createServer((req, res) => this.receive(req, res))

  get host(): string {
    return `127.0.0.1:${this.port}`
  }

  get url(): string {
    return `http://${this.host}`
  }

  /** On a port of its own, and after `close` on that one again. */
  async listen(): Promise<this> {
    await once(this.server.listen(this.port, '127.0.0.1'), 'listening')
    this.port = (this.server.address() as AddressInfo).port
    return this
  }

  /** From now on connections are refused. */
  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((done) => this.server.close(done))
  }

  /** From now on, to this path and query. A tag is honoured as by any server of files. */
  say(path: string, answer: Answer | Document): void {
    this.answers.set(path, asAnswer(answer))
  }

  /** All that is asked is answered so, whatever was said, until `recover`. */
  fail(answer: Answer | Document, paths: Paths = everything): void {
    this.failure = { paths, answer: asAnswer(answer) }
  }

  recover(): void {
    this.failure = undefined
  }

  /** From now on requests wait. */
  hold(paths: Paths = everything): Hold {
    const waiting: (() => void)[] = []
    const held = { paths, waiting }
    this.holds.add(held)
    return {
      get waiting() {
        return waiting.length
      },
      release: () => {
        this.holds.delete(held)
        for (const answer of waiting.splice(0)) answer()
      },
    }
  }

  /** How often it was asked. */
  count(paths: Paths): number {
    return this.asked.filter(({ url }) => isOf(paths, url)).length
  }

  /** Begins the record anew. */
  forget(): void {
    this.asked.length = 0
    this.mostAtOnce = this.unanswered
  }

  /** What is said of a path that no test has set. */
  protected documentAt(_path: string): Document | undefined {
    return undefined
  }

  private receive(req: IncomingMessage, res: ServerResponse): void {
    const { method = '', url = '', headers } = req
    this.asked.push({ method, url, headers })
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.unanswered)
    res.once('close', () => this.unanswered--)
    const answer = (): void => this.answerTo(url)(req, res)
    const hold = [...this.holds].find(({ paths }) => isOf(paths, url))
    if (hold) hold.waiting.push(answer)
    else answer()
  }

  private answerTo(url: string): Answer {
    if (this.failure && isOf(this.failure.paths, url)) return this.failure.answer
    return this.answers.get(url) ?? asAnswer(this.documentAt(url) ?? missing)
  }
}

const everything = /^/
const missing: Document = { status: 404, body: { errors: ['Not Found'] } }

const isOf = (paths: Paths, url: string): boolean =>
  typeof paths === 'string' ? url === paths : paths.test(url)

function asAnswer(answer: Answer | Document): Answer {
  if (typeof answer === 'function') return answer
  const { body = '', status = 200, headers = {} } = answer
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body)
  const bytes = isJson ? JSON.stringify(body) : body
  const type: Record<string, string> = isJson ? { 'content-type': 'application/json' } : {}
  return (req, res) => {
    const isKnown = 'etag' in headers && req.headers['if-none-match'] === headers['etag']
    if (isKnown) res.writeHead(304, headers).end()
    else res.writeHead(status, { ...type, ...headers }).end(status === 204 ? '' : bytes)
  }
}
