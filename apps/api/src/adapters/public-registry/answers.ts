import type { OutboundResponse } from '../../kernel/outbound.js'
import { PublicRegistryError, type PublicAnswer } from '../../kernel/public-registry.js'
import type { DocumentKind, RegistryDocuments } from './registry-documents.js'

/** The response of the registry to the request for one path, with its body. */
export interface UpstreamResponse extends Pick<OutboundResponse, 'status' | 'headers' | 'url'> {
  readonly path: string
  readonly bytes: Buffer
}

/** Makes the answer to our client of a response. Throws where there is none. */
export type Translate = (response: UpstreamResponse) => Promise<PublicAnswer>

const moduleDownload = /^\/v1\/modules\/.+\/download$/

const kinds: readonly (readonly [RegExp, DocumentKind])[] = [
  [/^\/v1\/providers\/.+\/download\/[^/]+\/[^/]+$/, 'provider-download'],
  [/^\/v1\/providers\/[^/]+\/[^/]+\/versions$/, 'provider-versions'],
  [/^\/v1\/modules\/[^/]+\/[^/]+\/[^/]+\/versions$/, 'module-versions'],
  [/^\/v1\/modules(\/[^/?]+){0,2}(\?|$)/, 'module-list'],
]

/** Maximum size of a document that is not passed on, such as an address or a complaint, in bytes. */
const longestWords = 64 * 1024

const failed = (message: string): PublicRegistryError => new PublicRegistryError('failed', message)

/** Creates the translation, which links pages of lists at `mount`, the path of this proxy, not at the registry. */
export function createTranslate(mount: string, documents: RegistryDocuments): Translate {
  return async (response) => {
    const { status, path, bytes, url } = response
    if (status === 404 || status === 410) return { kind: 'not-found' }
    if (status === 400 || status === 422) return { kind: 'bad-request', message: complaintOf(response) }
    if (status === 429 || status === 503)
      throw new PublicRegistryError('busy', `The public registry is busy: it answered ${status}`)
    if (status !== 200 && status !== 204) throw failed(`The public registry answered ${status}`)
    if (moduleDownload.test(path)) return { kind: 'location', location: locationOf(response) }
    if (status !== 200 || !/\bjson\b/.test(response.headers['content-type'] ?? ''))
      throw failed('The public registry answered without a document')
    const [, kind = 'other'] = kinds.find(([form]) => form.test(path)) ?? []
    return { kind: 'document', bytes: await documents.translate(bytes, { kind, href: url.href, mount }) }
  }
}

/** Finds the address in a header of any word, or in the body as the newest engines take it; it may be relative. */
function locationOf({ headers, bytes, url }: UpstreamResponse): string {
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

function complaintOf({ bytes }: UpstreamResponse): string {
  try {
    const { errors } = parsed(bytes)
    const [first] = Array.isArray(errors) ? (errors as unknown[]) : []
    return typeof first === 'string' ? first.slice(0, 500) : 'Bad Request'
  } catch {
    return 'Bad Request'
  }
}
