import { plainLine } from '@engine/shared'
import { storableMoment } from '../../kernel/clock.js'
import { notFound } from '../../kernel/errors.js'
import {
  PublicRegistryError,
  type Requester,
  type ListedOfOrigin,
  type PublicAnswer,
  type PublicRegistry,
} from '../../kernel/public-registry.js'
import type { OriginDownloads } from '../origin-files/origin-downloads.js'
import type { OriginBody } from '../origin-files/origin-file.js'
import type { PublicProviderAddress, SigningKeysOfOrigin } from './public-provider.js'

/** An origin with its registry, or without one where it is offline. */
export interface ProviderOrigin {
  readonly host: string
  readonly registry: PublicRegistry | undefined
}

/** Returns the hosts that are asked: all but offline ones. */
export const askedHosts = (origins: readonly ProviderOrigin[]): string[] =>
  origins.flatMap(({ host, registry }) => (registry ? [host] : []))

/** A version as an origin lists it; lists are joined by line breaks, as the database takes them apart. */
export interface ListedVersion {
  readonly version: string
  readonly protocols: string
  /** Platforms such as `linux/amd64`, in alphabetical order. */
  readonly platforms: string
}

export interface ListedProvider {
  /** The name as the origin writes it. */
  readonly spelling: Spelling
  /** Newest first. */
  readonly versions: readonly ListedVersion[]
  readonly warnings: readonly string[]
  /** The time for which the list is fresh, as the origin says, in milliseconds. */
  readonly freshFor: number
}

/** The versions that an origin lists, newest first; empty where they could not be read. */
export interface ListedVersions {
  readonly versions: readonly ListedVersion[]
  /** The reason why they could not be read, in a sentence. */
  readonly failure: string | null
}

export type Spelling = Pick<PublicProviderAddress, 'namespace' | 'name'>

/** Returns the name as its origin writes it, or else in lower case, whatever the first caller wrote. */
function spellingOf({ namespace, name }: Spelling, id: string | null): Spelling {
  const key = `${namespace}/${name}`.toLowerCase()
  const [ofOrigin = '', named = ''] = (id?.toLowerCase() === key ? (id ?? key) : key).split('/')
  return { namespace: ofOrigin, name: named }
}

/** The document of an origin about one file: the members that the protocol knows, with absolute addresses. */
export interface DownloadDocument {
  readonly filename: string
  readonly download_url: string
  readonly shasum: string
  readonly shasums_url?: string
  readonly shasums_signature_url?: string
  readonly signing_keys?: SigningKeysOfOrigin
  readonly packages?: Readonly<Record<string, { readonly hashes: readonly string[] }>>
}

/** Reads documents of origins; undefined for one that has another shape, or goes beyond the bounds (contract §14). */
export interface ReadOriginDocuments {
  listing(bytes: Buffer): Promise<ListedOfOrigin | undefined>
  download(bytes: Buffer): Promise<DownloadDocument | undefined>
  /** Reads the date as it is written; empty where the document has none. */
  publishedAt(bytes: Buffer): Promise<string | undefined>
}

/** Maximum number and length of the warnings that are stored; others are left out. */
const mostWarnings = 20
const longestWarning = 2000

/** A client of the origins. Every failure on the way is a `PublicRegistryError` with a sentence. */
export class ProviderOrigins {
  private readonly byHost: ReadonlyMap<string, ProviderOrigin>

  /** @param origins the origins, that of the public registry first, if there is one */
  constructor(
    readonly origins: readonly ProviderOrigin[],
    private readonly downloads: OriginDownloads,
    private readonly documents: ReadOriginDocuments,
  ) {
    this.byHost = new Map(origins.map((origin) => [origin.host, origin]))
  }

  has(host: string): boolean {
    return this.byHost.has(host)
  }

  /** Tells whether no address is set for the host, so that it is never asked. */
  isOffline(host: string): boolean {
    return this.byHost.has(host) && !this.byHost.get(host)?.registry
  }

  /** Lists the provider, never from a cached answer; undefined where the origin knows no such provider. */
  async list(
    { origin, namespace, name }: PublicProviderAddress,
    requester: Requester,
  ): Promise<ListedProvider | undefined> {
    const path = `/v1/providers/${namespace}/${name}/versions`
    const asked = await this.registryOf(origin).askAgain(path, requester)
    const read = await this.listingIn(asked.answer)
    if (!read) return undefined
    const warnings = read.warnings
      .slice(0, mostWarnings)
      .map((text) => plainLine(text.slice(0, 4 * longestWarning)).slice(0, longestWarning))
    return {
      versions: versionsIn(read),
      warnings,
      spelling: spellingOf({ namespace, name }, read.id),
      freshFor: asked.freshFor,
    }
  }

  /** Lists the versions for a page: a former answer may do, and a failure is an answer, not an error. */
  async versions(
    { origin, namespace, name }: PublicProviderAddress,
    requester: Requester,
  ): Promise<ListedVersions> {
    try {
      const path = `/v1/providers/${namespace}/${name}/versions`
      const read = await this.listingIn(await this.registryOf(origin).ask(path, requester))
      if (read) return { versions: versionsIn(read), failure: null }
      return { versions: [], failure: 'The public registry does not know this provider' }
    } catch (error) {
      if (!(error instanceof PublicRegistryError)) throw error
      return { versions: [], failure: error.message }
    }
  }

  /** Reads the list in an answer; undefined where the origin knows no such provider. */
  private async listingIn(answer: PublicAnswer): Promise<ListedOfOrigin | undefined> {
    if (answer.kind === 'not-found') return undefined
    const unreadable = 'no list of versions that can be read'
    return readable(answer, (bytes) => this.documents.listing(bytes), unreadable)
  }

  /** Finds when a version was published, as the origin says; null where it gives no time of the past. */
  async publishedAt(
    { origin, namespace, name }: PublicProviderAddress,
    version: string,
    now: Date,
    requester: Requester,
  ): Promise<Date | null> {
    try {
      const path = `/v1/providers/${namespace}/${name}/${version}`
      const { answer } = await this.registryOf(origin).askAgain(path, requester)
      if (answer.kind === 'not-found') return null
      const read = (bytes: Buffer) => this.documents.publishedAt(bytes)
      const at = storableMoment(await readable(answer, read, 'no date'))
      return at && at <= now ? at : null
    } catch (error) {
      if (error instanceof PublicRegistryError) return null
      throw error
    }
  }

  /** Finds the document of a file, from a cached answer unless `again` is set; undefined where there is none. */
  async download(
    { origin, namespace, name }: PublicProviderAddress,
    version: string,
    platform: string,
    { again, requester }: { readonly again: boolean; readonly requester: Requester },
  ): Promise<DownloadDocument | undefined> {
    const path = `/v1/providers/${namespace}/${name}/${version}/download/${platform}`
    const registry = this.registryOf(origin)
    const answer = again
      ? (await registry.askAgain(path, requester)).answer
      : await registry.ask(path, requester)
    if (answer.kind === 'not-found') return undefined
    const read = (bytes: Buffer) => this.documents.download(bytes)
    return readable(answer, read, 'no download document that can be read')
  }

  /** Fetches a file next to the zips, in turn with other requests to its origin; undefined where there is none. */
  async file(
    { origin }: PublicProviderAddress,
    url: string,
    requester: Requester,
  ): Promise<Buffer | undefined> {
    return this.registryOf(origin).inTurn(requester, () => this.downloads.read(url, requester.signal))
  }

  /** Opens a zip of up to `limit` bytes. Throws `PublicRegistryError`; its body fails with an `OutboundError`. */
  async openZip(
    { origin }: PublicProviderAddress,
    url: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<OriginBody> {
    // One that is offline is not asked.
    this.registryOf(origin)
    return this.downloads.open(url, limit, signal)
  }

  /** The number of requests to all origins that run, and that wait for their turn. */
  get load(): { readonly running: number; readonly waiting: number } {
    const loads = this.origins.flatMap(({ registry }) => registry?.load ?? [])
    const sum = (key: 'running' | 'waiting') => loads.reduce((total, load) => total + load[key], 0)
    return { running: sum('running'), waiting: sum('waiting') }
  }

  private registryOf(host: string): PublicRegistry {
    const origin = this.byHost.get(host)
    if (!origin) throw notFound()
    if (!origin.registry)
      throw new PublicRegistryError('failed', `${host} is offline: no address is set for it`)
    return origin.registry
  }
}

const versionsIn = ({ numbers, protocols, platforms }: ListedOfOrigin): ListedVersion[] =>
  numbers.map((version, index) => ({
    ...{ version, protocols: protocols[index] ?? '', platforms: platforms[index] ?? '' },
  }))

async function readable<Read>(
  answer: PublicAnswer,
  read: (bytes: Buffer) => Promise<Read | undefined>,
  what: string,
): Promise<Read> {
  const found = answer.kind === 'document' ? await read(answer.bytes) : undefined
  if (found === undefined) throw new PublicRegistryError('failed', `The origin answered with ${what}`)
  return found
}
