import type { OutboundResponse } from '../../kernel/outbound.js'
import { PublicRegistryError, type PublicAnswer } from '../../kernel/public-registry.js'
import type { DocumentKind, RegistryDocuments } from './registry-documents.js'

/** What the registry said about one path, its body read already. */
export interface Said extends Pick<OutboundResponse, 'status' | 'headers' | 'url'> {
  readonly path: string
  readonly bytes: Buffer
}

/** The answer to our own client. Throws where there is none. */
export type Translate = (said: Said) => Promise<PublicAnswer>

const moduleDownload = /^\/v1\/modules\/.+\/download$/

const kinds: readonly (readonly [RegExp, DocumentKind])[] = [
  [/^\/v1\/providers\/.+\/download\/[^/]+\/[^/]+$/, 'provider-download'],
  [/^\/v1\/providers\/[^/]+\/[^/]+\/versions$/, 'provider-versions'],
  [/^\/v1\/modules\/[^/]+\/[^/]+\/[^/]+\/versions$/, 'module-versions'],
  [/^\/v1\/modules(\/[^/?]+){0,2}(\?|$)/, 'module-list'],
]

/** The largest document that is no answer by itself, such as an address or a complaint, in bytes. */
const longestWords = 64 * 1024

const failed = (message: string): PublicRegistryError => new PublicRegistryError('failed', message)

/** Pages of lists are asked for at `mount`, the path of this proxy, in place of the registry's own. */
export function createTranslate(mount: string, documents: RegistryDocuments): Translate {
  return async (said) => {
    const { status, path, bytes, url } = said
    if (status === 404 || status === 410) return { kind: 'not-found' }
    if (status === 400 || status === 422) return { kind: 'bad-request', message: complaintOf(said) }
    if (status === 429 || status === 503)
      throw new PublicRegistryError('busy', `The public registry is busy: it answered ${status}`)
    if (status !== 200 && status !== 204) throw failed(`The public registry answered ${status}`)
    if (moduleDownload.test(path)) return { kind: 'location', location: locationOf(said) }
    if (status !== 200 || !/\bjson\b/.test(said.headers['content-type'] ?? ''))
      throw failed('The public registry answered without a document')
    const [, kind = 'other'] = kinds.find(([form]) => form.test(path)) ?? []
    return { kind: 'document', bytes: await documents.translate(bytes, { kind, href: url.href, mount }) }
  }
}

/** In a header of whatever word, or in the body as the newest engines take it; as for the engine, it may be relative. */
function locationOf({ headers, bytes, url }: Said): string {
  const header = Object.keys(headers).find((name) => /^x-[a-z0-9]+-get$/.test(name))
  const location =
    header === undefined ? (bytes.length > 0 ? parsed(bytes)['location'] : '') : headers[header]
  if (typeof location !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(location))
    throw failed('The public registry did not say where the module is')
  return /^\.{0,2}\//.test(location) ? absolute(location, url) : location
}

function absolute(location: string, base: URL): string {
  if (URL.canParse(location, base.href)) return new URL(location, base).href
  throw failed('The public registry pointed to no address')
}

function parsed(bytes: Buffer): Record<string, unknown> {
  try {
    const value: unknown = bytes.length > longestWords ? undefined : JSON.parse(bytes.toString('utf8'))
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
