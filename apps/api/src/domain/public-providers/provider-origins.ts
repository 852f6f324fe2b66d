import { buffer } from 'node:stream/consumers'
import { storableMoment } from '../../kernel/clock.js'
import { notFound } from '../../kernel/errors.js'
import type { Log } from '../../kernel/log.js'
import { OutboundError, type Outbound } from '../../kernel/outbound.js'
import {
  PublicRegistryError,
  type Requester,
  type ListedOfOrigin,
  type PublicAnswer,
  type PublicRegistry,
} from '../../kernel/public-registry.js'
import { plainLine } from '../plain-line.js'
import type { PublicProviderAddress, SigningKeysOfOrigin } from './public-provider.js'

/** Of SHA256SUMS and its signature, in bytes. */
const largestFile = 1024 * 1024
/** Of one file, in milliseconds. */
const longestFile = 5000

/** An origin: its registry, or none where it is sealed. */
export interface ProviderOrigin {
  readonly host: string
  readonly registry: PublicRegistry | undefined
}

/** The hosts that are asked: all but sealed ones. */
export const askedHosts = (origins: readonly ProviderOrigin[]): string[] =>
  origins.flatMap(({ host, registry }) => (registry ? [host] : []))

/** A version as an origin lists it; lists are joined by line breaks, as the database takes them apart. */
export interface ListedVersion {
  readonly version: string
  readonly protocols: string
  /** Such as `linux/amd64`, in alphabetical order. */
  readonly platforms: string
}

export interface ListedProvider {
  /** As the origin writes it. */
  readonly spelling: Spelling
  /** Newest first. */
  readonly versions: readonly ListedVersion[]
  readonly warnings: readonly string[]
  /** For how long the list stands, as the origin says, in milliseconds. */
  readonly freshFor: number
}

export type Spelling = Pick<PublicProviderAddress, 'namespace' | 'name'>

/** How an origin writes a name, where it says the very name; else in lower case: who asked first decides nothing. */
function spellingOf({ namespace, name }: Spelling, id: string | null): Spelling {
  const key = `${namespace}/${name}`.toLowerCase()
  const [ofOrigin = '', named = ''] = (id?.toLowerCase() === key ? (id ?? key) : key).split('/')
  return { namespace: ofOrigin, name: named }
}

/** What an origin says of one file: the members that the protocol knows, with absolute addresses. */
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
  /** As it is written; empty where nothing is said. */
  publishedAt(bytes: Buffer): Promise<string | undefined>
}

/** What it says to people; more of it is left out. */
const mostWarnings = 20
const longestWarning = 2000

/** A file that the origin names, which is none: it leads where nothing is followed, or is too large. */
export class UnusableFile extends PublicRegistryError {}

/** Asks origins what there is. Whatever fails on the way is a `PublicRegistryError` with a sentence. */
export class ProviderOrigins {
  private readonly byHost: ReadonlyMap<string, ProviderOrigin>

  /** @param origins that of the public registry first, if there is one */
  constructor(
    readonly origins: readonly ProviderOrigin[],
    private readonly outbound: Outbound,
    private readonly documents: ReadOriginDocuments,
    private readonly log: Log,
  ) {
    this.byHost = new Map(origins.map((origin) => [origin.host, origin]))
  }

  has(host: string): boolean {
    return this.byHost.has(host)
  }

  isSealed(host: string): boolean {
    return this.byHost.has(host) && !this.byHost.get(host)?.registry
  }

  /** Asks again, whatever was said before; undefined where the origin knows no such provider. */
  async list(
    { origin, namespace, name }: PublicProviderAddress,
    requester: Requester,
  ): Promise<ListedProvider | undefined> {
    const path = `/v1/providers/${namespace}/${name}/versions`
    const asked = await this.registryOf(origin).askAgain(path, requester)
    if (asked.answer.kind === 'not-found') return undefined
    const unreadable = 'no list of versions that can be read'
    const read = await readable(asked.answer, (bytes) => this.documents.listing(bytes), unreadable)
    const { numbers, protocols, platforms } = read
    const versions = numbers.map((version, index) => ({
      ...{ version, protocols: protocols[index] ?? '', platforms: platforms[index] ?? '' },
    }))
    const warnings = read.warnings
      .slice(0, mostWarnings)
      .map((text) => plainLine(text.slice(0, 4 * longestWarning)).slice(0, longestWarning))
    return {
      versions,
      warnings,
      spelling: spellingOf({ namespace, name }, read.id),
      freshFor: asked.freshFor,
    }
  }

  /** When a version was published, as the origin says; null where it does not, or says no time of the past. */
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

  /** What the origin says of a file: a former answer may do, unless it is asked again. Undefined where it has no such file. */
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

  /** A file beside the zips, in turn with what else its origin is asked; undefined where there is none. */
  async file(
    { origin }: PublicProviderAddress,
    url: string,
    requester: Requester,
  ): Promise<Buffer | undefined> {
    return this.registryOf(origin).inTurn(requester, () => this.fetchFile(url, requester))
  }

  private async fetchFile(url: string, { signal }: Requester): Promise<Buffer | undefined> {
    try {
      const { status, body } = await this.outbound.open({
        ...{ purpose: 'provider-origins', method: 'GET', url: new URL(url) },
        ...{ timeout: longestFile, limit: largestFile, ...(signal && { signal }) },
      })
      const bytes = await buffer(body)
      if (status === 404 || status === 403 || status === 410) return undefined
      if (status !== 200) throw new PublicRegistryError('failed', `The origin answered ${status} for a file`)
      return bytes
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      const cause = { cause: error }
      if (error.fault === 'slow')
        throw new PublicRegistryError('slow', 'The origin did not send the file in time', cause)
      // What a name resolves to is for the log alone: the origin names any host, also one inside.
      this.log.warn({ url, error: error.message }, 'a file of an origin could not be read')
      const message = 'The origin cannot send the file'
      if (error.fault === 'unreachable') throw new PublicRegistryError('failed', message, cause)
      throw new UnusableFile('failed', message, cause)
    }
  }

  /** The requests to all origins that run, and that wait for their turn. */
  get load(): { readonly running: number; readonly waiting: number } {
    const loads = this.origins.flatMap(({ registry }) => registry?.load ?? [])
    const sum = (key: 'running' | 'waiting') => loads.reduce((total, load) => total + load[key], 0)
    return { running: sum('running'), waiting: sum('waiting') }
  }

  private registryOf(host: string): PublicRegistry {
    const origin = this.byHost.get(host)
    if (!origin) throw notFound()
    if (!origin.registry) throw new PublicRegistryError('failed', `${host} is sealed: it is never asked`)
    return origin.registry
  }
}

async function readable<Read>(
  answer: PublicAnswer,
  read: (bytes: Buffer) => Promise<Read | undefined>,
  what: string,
): Promise<Read> {
  const found = answer.kind === 'document' ? await read(answer.bytes) : undefined
  if (found === undefined) throw new PublicRegistryError('failed', `The origin answered with ${what}`)
  return found
}
