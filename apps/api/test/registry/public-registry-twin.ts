import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = (req: IncomingMessage, res: ServerResponse) => void

/** The answer of the twin to a path, unless a test sets another. */
export interface Document {
  readonly body?: object | string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A small public registry of our own: real HTTP, one module and one provider, and a record of what it was asked. A test
 * replaces the answer to any path, or makes all of it fail.
 */
export class PublicRegistryTwin {
  readonly asked: { method: string; url: string; headers: IncomingMessage['headers'] }[] = []
  private readonly answers = new Map<string, Answer>()
  private failure: Answer | undefined

  private constructor(
    readonly url: string,
    private readonly end: () => Promise<void>,
  ) {
    for (const [path, document] of Object.entries(holdings)) this.say(path, document)
  }

  static async start(): Promise<PublicRegistryTwin> {
    const current: { twin?: PublicRegistryTwin } = {}
    const listener: RequestListener = (req, res) => current.twin?.answer(req, res)
    const server = createServer(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const end = async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    }
    current.twin = new PublicRegistryTwin(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, end)
    return current.twin
  }

  stop(): Promise<void> {
    return this.end()
  }

  /** From now on, to this path and query. A tag is honoured as by any server of files. */
  say(path: string, { body = '', status = 200, headers = {} }: Document): void {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const type: Record<string, string> =
      typeof body === 'string' ? {} : { 'content-type': 'application/json' }
    this.answerWith(path, (req, res) => {
      const isKnown = 'etag' in headers && req.headers['if-none-match'] === headers['etag']
      if (isKnown) res.writeHead(304, headers).end()
      else res.writeHead(status, { ...type, ...headers }).end(status === 204 ? '' : text)
    })
  }

  /** The same by hand. */
  answerWith(path: string, answer: Answer): void {
    this.answers.set(path, answer)
  }

  /** All that is asked fails so, until `recover`. */
  fail(answer: Answer): void {
    this.failure = answer
  }

  recover(): void {
    this.failure = undefined
  }

  /** How often a path was asked for. */
  count(path: string): number {
    return this.asked.filter(({ url }) => url === path).length
  }

  private answer(req: IncomingMessage, res: ServerResponse): void {
    const { method = '', url = '', headers } = req
    this.asked.push({ method, url, headers })
    const answer = this.failure ?? this.answers.get(url)
    if (answer) return answer(req, res)
    res.writeHead(404, { 'content-type': 'application/json' }).end('{"errors":["Not Found"]}')
  }
}

const module = '/v1/modules/someone/network/aws'

const holdings: Readonly<Record<string, Document>> = {
  [`${module}/versions`]: {
    body: {
      modules: [{ source: 'someone/network/aws', versions: [{ version: '1.1.0' }, { version: '1.0.0' }] }],
    },
    headers: { 'cache-control': 'public, max-age=60', etag: '"v1"' },
  },
  [`${module}/1.1.0/download`]: {
    status: 204,
    headers: { 'x-terraform-get': './archive.tar.gz?archive=tar.gz', 'cache-control': 'max-age=60' },
  },
  [`${module}/download`]: { status: 302, headers: { location: `${module}/1.1.0/download` } },
  '/v1/modules?limit=1&offset=1': {
    body: {
      meta: {
        limit: 1,
        current_offset: 1,
        next_offset: 2,
        next_url: '/v1/modules?limit=1&offset=2',
        prev_offset: 0,
        prev_url: '/v1/modules?limit=1',
      },
      modules: [{ id: 'someone/network/aws/1.1.0' }],
    },
  },
  '/v1/providers/someone/cloud/versions': {
    body: {
      versions: [{ version: '2.0.0', protocols: ['5.0'], platforms: [{ os: 'linux', arch: 'amd64' }] }],
    },
    headers: { 'cache-control': 'max-age=60' },
  },
  '/v1/providers/someone/cloud/2.0.0/download/linux/amd64': {
    body: {
      protocols: ['5.0'],
      os: 'linux',
      arch: 'amd64',
      filename: 'terraform-provider-cloud_2.0.0_linux_amd64.zip',
      download_url: '/files/terraform-provider-cloud_2.0.0_linux_amd64.zip',
      shasums_url: '../../../../SHA256SUMS',
      shasums_signature_url: 'https://releases.example/cloud/SHA256SUMS.sig',
      shasum: 'ab'.repeat(32),
      signing_keys: { gpg_public_keys: [{ key_id: 'KEY', ascii_armor: 'armor' }] },
    },
  },
}
