import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { request, type Dispatcher } from 'undici'
import { Fault } from './fault.js'
import { throughProxy } from './through-proxy.js'
import { unreachableReason } from './unreachable.js'

const jsonApi = 'application/vnd.api+json'
const registryPath = '/api/registry/v1/modules'

/** Time limit of an answer, in milliseconds: a large module is read before its upload is answered. */
const timeout = 300_000
const mostTries = 5
const pageSize = 100
/** Limit of a pause that a platform asks for, in seconds. */
const longestPause = 30

export interface Answer {
  readonly status: number
  /** The one resource, where there is one. */
  readonly data: Resource | undefined
  /** The tag of exactly what was answered. */
  readonly tag: string | undefined
  /** Errors, a sentence each. */
  readonly errors: readonly string[]
  /** The whole of it, where it is JSON. */
  readonly document: unknown
}

/** A file that is sent. */
export interface SentFile {
  readonly path: string
  /** Size in bytes. */
  readonly size: number
}

export interface Resource {
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly links: Readonly<Record<string, string>>
}

/** The REST of one platform, as the owner of the token if there is one. Every failure of the way there is a `Fault`. */
export class Platform {
  private readonly dispatcher = throughProxy({ headersTimeout: timeout, bodyTimeout: timeout })

  constructor(
    private readonly url: string,
    private readonly token: string | undefined,
    private readonly signal: AbortSignal,
  ) {}

  async close(): Promise<void> {
    await this.dispatcher.destroy()
  }

  async ask(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    { data, ifMatch }: { data?: object; ifMatch?: string } = {},
  ): Promise<Answer> {
    const headers = {
      ...this.authorization,
      accept: jsonApi,
      'content-type': jsonApi,
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    }
    const answer = await this.send(path.startsWith('/api/') ? path : `/api/v2${path}`, () => ({
      method,
      headers,
      body: data === undefined ? null : JSON.stringify({ data }),
    }))
    if (answer.status === 401) throw new Fault('refused', `${this.url} does not accept the token`)
    return answer
  }

  /** Reads all pages of a list; `path` ends in `?` or `&`. Throws what `fault` makes of another answer. */
  async list(path: string, fault: (answer: Answer) => Fault = refusal): Promise<readonly Resource[]> {
    const all: Resource[] = []
    for (let page: number | null | undefined = 1; page;) {
      const answer: Answer = await this.ask('GET', `${path}page[size]=${pageSize}&page[number]=${page}`)
      if (answer.status !== 200) throw fault(answer)
      const { data = [], meta }: Listed = answer.document as Listed
      all.push(...data)
      page = meta?.pagination?.['next-page']
    }
    return all
  }

  /** Asks the registry's protocol, relative to where its modules are. */
  async askRegistry(path: string): Promise<Answer> {
    return this.send(`${registryPath}${path}`, () => ({
      method: 'GET',
      headers: this.authorization,
    }))
  }

  /** Asks for a token by what the body proves. */
  async exchange(body: object): Promise<Answer> {
    return this.send('/api/v2/authentication-tokens/actions/exchange', () => ({
      method: 'POST',
      headers: { accept: jsonApi, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }))
  }

  /**
   * Uploads by a link, which needs no token. `onProgress` gets the number of bytes that were sent. The link names the public
   * address of the platform; this client may use another, so that one is taken.
   */
  async upload(
    link: string,
    { path, size, type }: SentFile & { readonly type: string },
    onProgress: (sent: number) => void,
  ): Promise<Answer> {
    const { pathname, search } = new URL(link)
    return this.send(`${pathname}${search}`, () => ({
      method: 'PUT',
      headers: { 'content-type': type, 'content-length': String(size) },
      body: Readable.from(counting(path, onProgress)),
    }))
  }

  /** Sends a file with the token, to a path below `/api/v2`. */
  async put(path: string, file: SentFile, onProgress: (sent: number) => void): Promise<Answer> {
    const answer = await this.send(`/api/v2${path}`, () => ({
      method: 'PUT',
      headers: {
        ...this.authorization,
        ...{ 'content-type': 'application/octet-stream', 'content-length': String(file.size) },
      },
      body: Readable.from(counting(file.path, onProgress)),
    }))
    if (answer.status === 401) throw new Fault('refused', `${this.url} does not accept the token`)
    return answer
  }

  /** Reads a small file by a link, which needs no token; undefined where it is not to be had there. */
  async download(link: string): Promise<Buffer | undefined> {
    const { pathname, search } = new URL(link)
    try {
      const { statusCode, body } = await this.request(`${pathname}${search}`, { method: 'GET' })
      const contents = Buffer.from(await body.arrayBuffer())
      return statusCode === 200 ? contents : undefined
    } catch (error) {
      throw this.unreachable(error)
    }
  }

  private get authorization(): Record<string, string> {
    return this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }
  }

  /** Sends a request, again after a pause while the platform says that it is too busy. */
  private async send(path: string, options: () => Omit<Dispatcher.RequestOptions, 'path'>): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      const { answer, pause } = await this.sendOnce(path, options())
      if (pause === undefined || tries === mostTries) return answer
      await setTimeout(pause * 1000, undefined, { signal: this.signal })
    }
  }

  private async sendOnce(
    path: string,
    options: Omit<Dispatcher.RequestOptions, 'path'>,
  ): Promise<{ answer: Answer; pause: number | undefined }> {
    try {
      const { statusCode, headers, body } = await this.request(path, options)
      const text = await body.text()
      if (statusCode === 413 && headers['tfp-api-version'] === undefined) throw this.tooLargeForProxy()
      // The registry speaks another protocol, without a version.
      if (headers['tfp-api-version'] === undefined && !path.startsWith(registryPath))
        throw this.unexpectedServer(statusCode, headers['location'])
      const isBusy = statusCode === 429 || statusCode === 503
      const pause = Math.min(longestPause, Number(headers['retry-after'] ?? 1) || 1)
      return {
        answer: answerIn(statusCode, String(headers['etag'] ?? ''), text),
        pause: isBusy ? pause : undefined,
      }
    } catch (error) {
      throw this.unreachable(error)
    }
  }

  private request(
    path: string,
    options: Omit<Dispatcher.RequestOptions, 'path'>,
  ): Promise<Dispatcher.ResponseData> {
    return request(`${this.url}${path}`, {
      ...options,
      dispatcher: this.dispatcher,
      signal: this.signal,
    })
  }

  /** The error of a request that did not get through; an interruption stays what it is. */
  private unreachable(error: unknown): unknown {
    return error instanceof Fault || this.signal.aborted
      ? error
      : new Fault('unreachable', `${this.url} cannot be reached: ${unreachableReason(error)}`)
  }

  /** A proxy in between, which sees the length before anything is sent: nothing is gained by sending it again. */
  private tooLargeForProxy(): Fault {
    return new Fault(
      'module',
      `a proxy in front of ${this.url} refuses the upload as too large (413): have its limit raised (client_max_body_size of nginx), or leave files out`,
    )
  }

  /** Fault of something else that answers there, or in between. */
  private unexpectedServer(status: number, location: string | string[] | undefined): Fault {
    const where = location === undefined ? '' : `, which leads to ${String(location)}`
    const hint = 'is this the address of the API, and not that of the console?'
    return new Fault(
      'unreachable',
      `${this.url} answers ${status}${where}, but not as a platform does: ${hint}`,
    )
  }
}

/** The fault of an answer that is no success, in the platform's words. */
export function refusal({ status, errors }: Answer): Fault {
  return new Fault(
    'refused',
    `the platform refused (${status}): ${errors.join('; ') || 'it does not say why'}`,
  )
}

interface Listed {
  readonly data?: readonly Resource[]
  readonly meta?: { readonly pagination?: { readonly 'next-page'?: number | null } }
}

async function* counting(path: string, onProgress: (sent: number) => void): AsyncGenerator<Buffer> {
  let sent = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    yield chunk
    onProgress((sent += chunk.length))
  }
}

function answerIn(status: number, tag: string, text: string): Answer {
  const document = documentIn(text)
  const { data, errors = [] } = document
  const said = errors.map((each) => (typeof each === 'string' ? each : (each.detail ?? each.title)))
  return { status, data, tag: tag || undefined, errors: said, document }
}

interface Document {
  readonly data?: Resource
  /** The registry says them in plain texts. */
  readonly errors?: readonly (string | { readonly title: string; readonly detail?: string })[]
}

function documentIn(text: string): Document {
  try {
    return text === '' ? {} : (JSON.parse(text) as Document)
  } catch {
    return {}
  }
}
