import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listening } from './platform.testing.js'
import { run } from './run.js'
import type { Signer } from './release.testing.js'

interface Version {
  readonly attributes: Record<string, unknown>
  readonly platforms: Map<string, Record<string, unknown>>
  readonly files: Map<string, Buffer>
}

/** Called before a file is received; true if it has taken the request. */
type OnUpload = (name: string, req: IncomingMessage, res: ServerResponse) => boolean

const organization = '/api/v2/organizations/acme/registry-providers'
export const versionsPath = `${organization}/private/acme/thing/versions`

function answer(res: ServerResponse, status: number, body?: object): void {
  res.writeHead(status, { 'TFP-API-Version': '2.6' }).end(body && JSON.stringify(body))
}

const list = (res: ServerResponse, data: readonly object[]): void =>
  answer(res, 200, { data, meta: { pagination: { 'next-page': null } } })

const missing = (res: ServerResponse): void => answer(res, 404, { errors: [{ title: 'not found' }] })

/** A stand-in for a platform with the provider acme/thing, which publishes a version once all its files are there. */
class StandIn {
  readonly asked: string[] = []
  readonly versions = new Map<string, Version>()
  /** Files that are received at the same time. */
  readonly limits = { now: 0, most: 0 }
  readonly hooks: { onUpload?: OnUpload } = {}

  constructor(
    private readonly keys: readonly Signer[],
    private isThere: boolean,
  ) {}

  /** The version 1.0.0. */
  begun(): Version {
    const found = this.versions.get('1.0.0')
    if (!found) throw new Error('there is no version 1.0.0')
    return found
  }

  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = decodeURIComponent(req.url ?? '').split('?')[0] ?? ''
    this.asked.push(`${req.method} ${path}`)
    const [, act, version = '', file = ''] = /^\/api\/(uploads|downloads)\/([^/]+)\/(.+)$/.exec(path) ?? []
    if (act === 'uploads') return this.receive(version, file, req, res)
    if (act === 'downloads') return void res.writeHead(200).end(this.versions.get(version)?.files.get(file))
    if (path === '/api/registry/private/v2/gpg-keys')
      return list(
        res,
        this.keys.map(({ keyId: id, armor }) => ({ id, attributes: { 'key-id': id, 'ascii-armor': armor } })),
      )
    const body = await buffer(req)
    this.answerProvider(req.method === 'POST', path, res, body.length > 0 ? JSON.parse(body.toString()) : {})
  }

  private answerProvider(
    creates: boolean,
    path: string,
    res: ServerResponse,
    sent: { data?: { attributes: Record<string, unknown> } },
  ): void {
    const attributes = sent.data?.attributes ?? {}
    if (creates && path === organization) {
      this.isThere = true
      return answer(res, 201, { data: { id: 'prov-1', attributes } })
    }
    if (!this.isThere) return missing(res)
    if (creates && path === versionsPath) return this.createVersion(res, attributes)
    const [version = '', rest] = path.slice(versionsPath.length + 1).split('/')
    const found = this.versions.get(version)
    if (!found) return missing(res)
    if (rest === undefined) return answer(res, 200, { data: presentVersion(version, found) })
    if (!creates)
      return list(
        res,
        [...found.platforms.keys()].map((key) => presentPlatform(version, found, key)),
      )
    const key = `${String(attributes['os'])}_${String(attributes['arch'])}`
    found.platforms.set(key, attributes)
    answer(res, 201, { data: presentPlatform(version, found, key) })
  }

  private createVersion(res: ServerResponse, attributes: Record<string, unknown>): void {
    const version = String(attributes['version'])
    if (this.versions.has(version))
      return answer(res, 422, { errors: [{ title: 'x', detail: 'Version has already been taken' }] })
    const made = { attributes, platforms: new Map(), files: new Map() }
    this.versions.set(version, made)
    answer(res, 201, { data: presentVersion(version, made) })
  }

  private async receive(
    version: string,
    name: string,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void> {
    this.limits.most = Math.max(this.limits.most, ++this.limits.now)
    try {
      if (this.hooks.onUpload?.(name, req, res)) return
      const body = await buffer(req)
      const found = this.versions.get(version)
      found?.files.set(name, body)
      if (name !== 'docs' || !found) return answer(res, 200)
      answer(res, 200, { data: presentVersion(version, found), meta: uploadedDocs })
    } catch {
      // The connection broke.
    } finally {
      this.limits.now--
    }
  }
}

/** Outcome of an upload of documentation. */
const uploadedDocs = {
  ...{ pages: 3, ignored: 1 },
  warnings: [{ path: 'guides/begin.md', message: 'page_title of the front matter is no text' }],
}

const isPublished = ({ files, platforms }: Version): boolean =>
  ['shasums', 'shasums-sig', ...[...platforms.keys()].map((key) => `${key}/provider-binary`)].every((name) =>
    files.has(name),
  ) && platforms.size > 0

const linksOf = (version: string, names: readonly string[], { files }: Version) =>
  Object.fromEntries(
    names.map((name) => {
      const act = files.has(name) ? 'download' : 'upload'
      return [`${name.split('/').at(-1)}-${act}`, `https://public.example/api/${act}s/${version}/${name}`]
    }),
  )

const presentVersion = (version: string, found: Version) => ({
  id: 'provver-1',
  attributes: { ...found.attributes, published: isPublished(found), 'publication-error': null },
  links: {
    ...linksOf(version, ['shasums', 'shasums-sig'], found),
    'docs-upload': `https://public.example/api/uploads/${version}/docs`,
  },
})

const presentPlatform = (version: string, found: Version, key: string) => ({
  id: key,
  attributes: {
    ...found.platforms.get(key),
    'provider-binary-uploaded': found.files.has(`${key}/provider-binary`),
  },
  links: linksOf(version, [`${key}/provider-binary`], found),
})

export async function providerPlatform({
  keys,
  isThere = true,
}: {
  keys: readonly Signer[]
  isThere?: boolean
}) {
  const platform = new StandIn(keys, isThere)
  const url = await listening((req, res) => void platform.handle(req, res))
  const { asked, versions, limits, hooks } = platform
  return { url, asked, versions, limits, hooks, begun: () => platform.begun() }
}

/** Runs `engine-publish provider` for acme/thing. */
export async function publishProvider(
  folder: string,
  url: string,
  {
    more = [],
    signal = new AbortController().signal,
  }: { more?: readonly string[]; signal?: AbortSignal } = {},
) {
  const [out, messages]: [string[], string[]] = [[], []]
  const code = await run({
    args: ['provider', folder, '--to', 'acme/thing', ...more],
    env: { ENGINE_URL: url, ENGINE_TOKEN: 'a-token' },
    out: { write: (text: string) => out.push(text) > 0 },
    messages: { write: (text: string) => messages.push(text) > 0 },
    signal,
  })
  return { code, out: out.join(''), messages: messages.join('') }
}
