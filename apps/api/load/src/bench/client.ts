import type { IncomingHttpHeaders } from 'node:http'
import { Client } from 'undici'
import type { Closing } from '../server/program.js'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

interface Sent {
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer | undefined
}

interface Made {
  readonly id: string
  readonly attributes: Readonly<Record<string, string>>
  readonly links: { readonly upload: string }
}

/** One client that asks one thing after the other over one connection. */
export class BenchClient {
  private readonly connection: Client

  constructor(origin: string, closing: Closing) {
    this.connection = new Client(origin, { keepAliveTimeout: 60_000 })
    closing.push(() => this.connection.close())
  }

  async ask(path: string, token: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Answer> {
    const authorization = token === '' ? {} : { authorization: `Bearer ${token}` }
    const answer = await this.connection.request({
      ...{ path, method, headers: { ...authorization, ...headers } },
      body: body ?? null,
    })
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
  }

  /** Makes a thing, or does something with one, over REST. */
  async post(path: string, token: string, type: string, attributes: object): Promise<Made> {
    const body = JSON.stringify({ data: { type, attributes } })
    const headers = { 'content-type': 'application/vnd.api+json' }
    const { status, text } = await this.ask(`/api/v2${path}`, token, { method: 'POST', headers, body })
    if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`)
    return (JSON.parse(text) as { data: Made }).data
  }

  /** Uploads by a link that the platform gave. */
  async upload(link: string, body: Buffer): Promise<void> {
    const { pathname, search } = new URL(link)
    const headers = { 'content-type': 'application/octet-stream' }
    const { status, text } = await this.ask(pathname + search, '', { method: 'PUT', headers, body })
    if (status !== 200) throw new Error(`the upload was answered ${status}: ${text}`)
  }
}

/** Milliseconds of each of so many calls, shortest first; the first calls of all do not count. */
export async function timesOf(call: () => Promise<void>, count: number, uncounted = 10): Promise<number[]> {
  const times: number[] = []
  for (let n = -uncounted; n < count; n++) {
    const start = performance.now()
    await call()
    if (n >= 0) times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)
}

/** The time that such a part of all stays within. */
export function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}
