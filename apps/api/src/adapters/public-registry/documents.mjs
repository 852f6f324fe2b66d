// @ts-check
// Documents of registries: the main thread reads short ones, a separate thread long ones.
import { compareVersions, isEngineVersion } from '@engine/shared'
import { z } from 'zod'

/** @typedef {import('./registry-documents.js').Job} Job */
/** @typedef {import('./registry-documents.js').Done} Done */

const mostVersions = 10_000
const mostPlatforms = 100
/** The most bytes of a download document, counted over the members that the protocol knows. */
const largestDownload = 1024 * 1024

const line = (/** @type {number} */ longest) =>
  z
    .string()
    .max(longest)
    .regex(/^[^\n]*$/)

const listing = z.object({
  id: z.string().max(300).nullish().catch(null),
  versions: z
    .array(
      z.object({
        version: z.string().max(255),
        protocols: z.array(line(20)).max(20).nullish(),
        platforms: z
          .array(z.object({ os: line(64), arch: line(64) }))
          .max(mostPlatforms)
          .nullish(),
      }),
    )
    .max(mostVersions)
    .nullable(),
  warnings: z.array(z.string()).nullish(),
})

const detail = z.object({ published_at: z.string().max(64).nullish() })

const address = z.url({ protocol: /^https?$/ })
const text = (/** @type {number} */ longest) => z.string().max(longest).nullish().catch(null)
const key = z.object({
  ...{ key_id: z.string().max(200).optional(), ascii_armor: z.string().max(100_000) },
  ...{ trust_signature: text(100_000), source: text(500), source_url: text(2048) },
})
const hashes = z.object({
  hashes: z.array(z.string().max(200)).max(20),
  package_size: z.number().nullish().catch(null),
})

/** The members that the protocol knows; any other is left out. */
const download = z.object({
  protocols: z.array(z.string().max(20)).max(20).nullish().catch(null),
  os: text(64),
  arch: text(64),
  filename: z.string().max(300),
  download_url: address,
  shasum: z.string().regex(/^[0-9a-f]{64}$/i),
  shasums_url: address.nullish().catch(null),
  shasums_signature_url: address.nullish().catch(null),
  signing_keys: z
    .object({ gpg_public_keys: z.array(key).max(100) })
    .nullish()
    .catch(null),
  packages: z.record(z.string().max(130), hashes).nullish().catch(null),
})

/** Characters that no database stores in a text: NUL, and halves of characters. */
const unstorable = /\\u(0000|d[89a-f][0-9a-f]{2})/i

const decoder = new TextDecoder()

/** @param {Uint8Array} bytes @returns {unknown} */
function parsed(bytes) {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    return undefined
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads a document by the schema, where the database can store it.
 * @template {z.ZodType} Schema @param {Schema} schema @param {Uint8Array} bytes @param {number} [largest]
 * @returns {z.output<Schema> | undefined}
 */
function read(schema, bytes, largest = Infinity) {
  const { success, data } = schema.safeParse(parsed(bytes))
  if (!success) return undefined
  const stored = JSON.stringify(data)
  return stored.length > largest || unstorable.test(stored) ? undefined : data
}

/** @param {Uint8Array} bytes @returns {import('./registry-documents.js').Listing | undefined} */
function readListing(bytes) {
  const found = read(listing, bytes)
  if (!found) return undefined
  const versions = (found.versions ?? [])
    .filter(({ version }) => isEngineVersion(version))
    .sort((one, other) => compareVersions(other.version, one.version))
    .filter(({ version }, index, all) => version !== all[index - 1]?.version)
  return {
    id: found.id ?? null,
    numbers: versions.map(({ version }) => version),
    protocols: versions.map(({ protocols }) => (protocols ?? []).join('\n')),
    platforms: versions.map(({ platforms }) =>
      [...new Set((platforms ?? []).map(({ os, arch }) => `${os}/${arch}`))].sort().join('\n'),
    ),
    warnings: found.warnings ?? [],
  }
}

/** @param {Uint8Array} bytes */
function readDownload(bytes) {
  const found = read(download, bytes, largestDownload)
  return (
    found &&
    Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null && value !== undefined))
  )
}

/** Tells whether a document has the expected shape; one of another shape is no answer. @param {string} kind @param {Record<string, unknown>} document */
function isOfKind(kind, document) {
  const { versions, modules, filename, shasum } = document
  switch (kind) {
    case 'provider-versions':
      return versions === null || (Array.isArray(versions) && versions.every(isObject))
    case 'provider-download':
      return typeof filename === 'string' && typeof shasum === 'string'
    case 'module-versions':
      return (
        Array.isArray(modules) && modules.every((each) => isObject(each) && Array.isArray(each['versions']))
      )
    case 'module-list':
      return Array.isArray(modules)
    default:
      return Object.keys(document).some((name) => name !== 'errors')
  }
}

/** @param {Extract<Job, { what: 'translate' }>} job @returns {Done} */
function translated({ kind, bytes, href, mount }) {
  const document = parsed(bytes)
  if (!isObject(document)) return { fault: 'The public registry answered with no JSON document' }
  if (!isOfKind(kind, document))
    return { fault: 'The public registry answered with another document than it was asked for' }
  if (kind === 'provider-download') return withAbsoluteUrls(document, href)
  return kind === 'module-list' ? withPagesAt(mount, document, href) : {}
}

const addressless = { fault: 'The public registry pointed to no address' }

/** @param {unknown} document @returns {Done} */
const changed = (document) => ({ bytes: new TextEncoder().encode(JSON.stringify(document)) })

/** @param {Record<string, unknown>} document @param {string} href @returns {Done} */
function withAbsoluteUrls(document, href) {
  for (const name of ['download_url', 'shasums_url', 'shasums_signature_url']) {
    const value = document[name]
    if (typeof value !== 'string') continue
    if (!URL.canParse(value, href)) return addressless
    document[name] = new URL(value, href).href
  }
  return changed(document)
}

/** A list without links to other pages is left as it is, byte for byte. @param {string} mount @param {Record<string, unknown>} list @param {string} href @returns {Done} */
function withPagesAt(mount, list, href) {
  const { meta } = list
  if (!isObject(meta)) return {}
  /** @type {Record<string, unknown>} */
  const pages = {}
  for (const [name, value] of Object.entries(meta)) {
    pages[name] = value
    if (!/^(next|prev)_url$/.test(name) || typeof value !== 'string') continue
    if (!URL.canParse(value, href)) return addressless
    const page = new URL(value, href)
    const ours = page.pathname.slice(Math.max(0, page.pathname.lastIndexOf('/v1/modules')))
    pages[name] = `${mount}${ours}${page.search}`
  }
  return changed({ ...list, meta: pages })
}

/** @param {Job} job @returns {Done} */
export function work(job) {
  switch (job.what) {
    case 'translate':
      return translated(job)
    case 'listing':
      return { listing: readListing(job.bytes) }
    case 'download':
      return { download: readDownload(job.bytes) }
    case 'detail': {
      const found = read(detail, job.bytes)
      return found ? { publishedAt: found.published_at ?? '' } : {}
    }
  }
}
