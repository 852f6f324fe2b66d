import type { OutboundResponse } from '../../kernel/outbound.js'
import { PublicRegistryError, type PublicAnswer } from '../../kernel/public-registry.js'

/** What the registry said about one path, its body read already. */
export interface Said extends Pick<OutboundResponse, 'status' | 'headers' | 'url'> {
  readonly path: string
  readonly bytes: Buffer
}

/** The answer to our own client. Throws where there is none. */
export type Translate = (said: Said) => PublicAnswer

const moduleDownload = /^\/v1\/modules\/.+\/download$/
const providerDownload = /^\/v1\/providers\/.+\/download\/[^/]+\/[^/]+$/
const moduleList = /^\/v1\/modules(\/[^/?]+){0,2}(\?|$)/

const failed = (message: string): PublicRegistryError => new PublicRegistryError('failed', message)

/** Pages of lists are asked for at `mount`, the path of this proxy, in place of the registry's own. */
export function createTranslate(mount: string): Translate {
  return (said) => {
    const { status, path } = said
    if (status === 404 || status === 410) return { kind: 'not-found' }
    if (status === 400 || status === 422) return { kind: 'bad-request', message: complaintOf(said) }
    if (status === 429 || status === 503)
      throw new PublicRegistryError('busy', `The public registry is busy: it answered ${status}`)
    if (status !== 200 && status !== 204) throw failed(`The public registry answered ${status}`)
    if (moduleDownload.test(path)) return { kind: 'location', location: locationOf(said) }
    if (status !== 200 || !/\bjson\b/.test(said.headers['content-type'] ?? ''))
      throw failed('The public registry answered without a document')
    if (providerDownload.test(path)) return document(withAbsoluteUrls(said))
    if (moduleList.test(path)) return document(withPagesAt(mount, said))
    // What was cut off on the way is not given out, let alone cached.
    parsed(said.bytes)
    return document(said.bytes)
  }
}

const document = (bytes: Buffer): PublicAnswer => ({ kind: 'document', bytes })

/** In a header of whatever word, or in the body as the newest engines take it; as for the engine, it may be relative. */
function locationOf({ headers, bytes, url }: Said): string {
  const header = Object.keys(headers).find((name) => /^x-[a-z0-9]+-get$/.test(name))
  const location =
    header === undefined ? (bytes.length > 0 ? parsed(bytes)['location'] : '') : headers[header]
  if (typeof location !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(location))
    throw failed('The public registry did not say where the module is')
  return /^\.{0,2}\//.test(location) ? absolute(location, url) : location
}

function withAbsoluteUrls({ bytes, url }: Said): Buffer {
  const described = parsed(bytes)
  for (const name of ['download_url', 'shasums_url', 'shasums_signature_url']) {
    const value = described[name]
    if (typeof value === 'string') described[name] = absolute(value, url)
  }
  return Buffer.from(JSON.stringify(described))
}

/** A list without links to other pages is left as it is, byte for byte. */
function withPagesAt(mount: string, { bytes, url }: Said): Buffer {
  const list = parsed(bytes)
  const meta = list['meta']
  if (typeof meta !== 'object' || meta === null) return bytes
  const entries = Object.entries(meta).map(([name, value]) => {
    if (!/^(next|prev)_url$/.test(name) || typeof value !== 'string') return [name, value]
    const page = new URL(absolute(value, url))
    const ours = page.pathname.slice(Math.max(0, page.pathname.lastIndexOf('/v1/modules')))
    return [name, `${mount}${ours}${page.search}`]
  })
  return Buffer.from(JSON.stringify({ ...list, meta: Object.fromEntries(entries) }))
}

function absolute(location: string, base: URL): string {
  if (URL.canParse(location, base.href)) return new URL(location, base).href
  throw failed('The public registry pointed to no address')
}

function parsed(bytes: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch {
    // Refused below, like any other invalid document.
  }
  throw failed('The public registry answered with no JSON document')
}

function complaintOf({ bytes }: Said): string {
  try {
    const { errors } = parsed(bytes)
    const [first] = Array.isArray(errors) ? (errors as unknown[]) : []
    return typeof first === 'string' ? first.slice(0, 500) : 'Bad Request'
  } catch {
    return 'Bad Request'
  }
}
