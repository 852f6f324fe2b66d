import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ProviderTwin, type Document, type ProviderFacts } from './provider-twin.js'

type Answer = (req: IncomingMessage, res: ServerResponse) => void

/** One path with its query, or all paths that match. */
type Paths = string | RegExp

interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/** Requests that get no answer until they are let go. */
export interface Hold {
  /** Number of requests that wait now. */
  readonly waiting: number
  release(): void
}

/**
 * A public registry of our own, whose providers are signed and can be installed: documents and files as the public one
 * gives them, and whatever an origin may do wrong. It has no modules, but `say` gives it any document. A server over
 * real HTTP whose answer to any path a test replaces, delays or makes fail, with a record of all requests.
 */
export class OriginTwin {
  /** Number of seconds for which its documents may be cached; undefined: it sends no such header. */
  maxAge: number | undefined
  /** The time before each answer, in milliseconds. */
  delay = 0
  private readonly providers = new Map<string, ProviderTwin>()
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

  /** Listens on a free port, and after `close` on the same one again. */
  async listen(): Promise<this> {
    await once(this.server.listen(this.port, '127.0.0.1'), 'listening')
    this.port = (this.server.address() as AddressInfo).port
    return this
  }

  /** Refuses all connections until `listen` is called again. */
  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((done) => this.server.close(done))
  }

  /** Sets the answer for this path and query. A tag is honoured as by any server of files. */
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

  /** Makes requests wait until they are released. */
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

  /** Counts the requests for these paths. */
  count(paths: Paths): number {
    return this.asked.filter(({ url }) => isOf(paths, url)).length
  }

  /** Clears the record. */
  forget(): void {
    this.asked.length = 0
    this.mostAtOnce = this.unanswered
  }

  async add(namespace: string, name: string, facts: ProviderFacts): Promise<ProviderTwin> {
    const provider = new ProviderTwin(() => this.url, namespace, name, facts)
    for (const version of facts.versions ?? []) await provider.release(version)
    this.providers.set(`${namespace}/${name}`, provider)
    return provider
  }

  remove({ namespace, name }: ProviderTwin): void {
    this.providers.delete(`${namespace}/${name}`)
  }

  private receive(req: IncomingMessage, res: ServerResponse): void {
    const { method = '', url = '', headers } = req
    this.asked.push({ method, url, headers })
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.unanswered)
    res.once('close', () => this.unanswered--)
    const answer = (): void => {
      if (this.delay > 0) setTimeout(() => this.answerTo(url)(req, res), this.delay)
      else this.answerTo(url)(req, res)
    }
    const hold = [...this.holds].find(({ paths }) => isOf(paths, url))
    if (hold) hold.waiting.push(answer)
    else answer()
  }

  private answerTo(url: string): Answer {
    if (this.failure && isOf(this.failure.paths, url)) return this.failure.answer
    return this.answers.get(url) ?? asAnswer(this.documentAt(url) ?? missing)
  }

  /** Answers a path for which no test has set an answer. */
  private documentAt(path: string): Document | undefined {
    const [, documents, address = '', rest = ''] =
      /^\/(?:(v1\/providers)|files)\/([^/]+\/[^/]+)(.*)$/.exec(path) ?? []
    // As at the public one, letters may be of either case.
    const provider = this.providers.get(address) ?? this.providers.get(address.toLowerCase())
    if (documents === undefined) {
      const [, version = '', filename = ''] = rest.split('/')
      return provider?.fileAt(version, filename)
    }
    const document = provider?.documentAt(rest)
    return document && { ...document, headers: this.headersOf(document) }
  }

  private headersOf({ body = '' }: Document): Record<string, string> {
    const tag = createHash('sha256').update(String(body)).digest('hex').slice(0, 16)
    return {
      'content-type': 'application/json',
      etag: `"${tag}"`,
      ...(this.maxAge !== undefined && { 'cache-control': `public, max-age=${this.maxAge}` }),
    }
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
