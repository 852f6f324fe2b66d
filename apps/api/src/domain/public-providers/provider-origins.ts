import { buffer } from 'node:stream/consumers'
import { compareVersions, isEngineVersion } from '@engine/shared'
import { z } from 'zod'
import { notFound } from '../../kernel/errors.js'
import { OutboundError, type Outbound } from '../../kernel/outbound.js'
import { PublicRegistryError, type PublicAnswer, type PublicRegistry } from '../../kernel/public-registry.js'
import { plainLine } from '../plain-line.js'
import { signingKeysOfOrigin, type PublicProviderAddress } from './public-provider.js'

const mostVersions = 10_000
const mostPlatforms = 100
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

/** A version as an origin lists it. */
export interface ListedVersion {
  readonly version: string
  readonly protocols: readonly string[]
  /** Such as `linux/amd64`, in alphabetical order. */
  readonly platforms: readonly string[]
}

export interface ListedProvider {
  /** Newest first. */
  readonly versions: readonly ListedVersion[]
  readonly warnings: readonly string[]
  /** For how long the list stands, as the origin says, in milliseconds. */
  readonly freshFor: number
}

/** What an origin says of one file, with what proves it. */
export interface DownloadDocument extends z.output<typeof downloadDocument> {
  /** The document as it came, with absolute addresses. */
  readonly whole: Readonly<Record<string, unknown>>
}

/** What it says to people; more of it is left out. */
const mostWarnings = 20
const longestWarning = 2000
const listed = z.object({
  versions: z
    .array(
      z.object({
        version: z.string().max(255),
        protocols: z.array(z.string().max(20)).max(20).nullish(),
        platforms: z
          .array(z.object({ os: z.string().max(64), arch: z.string().max(64) }))
          .max(mostPlatforms)
          .nullish(),
      }),
    )
    .max(mostVersions)
    .nullish(),
  warnings: z.array(z.string()).nullish(),
})

const detail = z.object({ published_at: z.string().max(64).nullish() })

const hashes = z.object({ hashes: z.array(z.string().max(200)).max(20) }).loose()

const packagesOfOrigin = z.record(z.string().max(130), hashes)

const downloadDocument = z.object({
  filename: z.string().max(300),
  download_url: z.url({ protocol: /^https?$/ }),
  shasum: z.string().max(64),
  shasums_url: z
    .url({ protocol: /^https?$/ })
    .nullish()
    .catch(null),
  shasums_signature_url: z
    .url({ protocol: /^https?$/ })
    .nullish()
    .catch(null),
  signing_keys: signingKeysOfOrigin.nullish().catch(null),
  packages: packagesOfOrigin.nullish().catch(null),
})

/** A file that the origin names, which is none: it leads where nothing is followed, or is too large. */
export class UnusableFile extends PublicRegistryError {}

/** Asks origins what there is. Whatever fails on the way is a `PublicRegistryError` with a sentence. */
export class ProviderOrigins {
  private readonly byHost: ReadonlyMap<string, ProviderOrigin>

  /** @param origins that of the public registry first, if there is one */
  constructor(
    readonly origins: readonly ProviderOrigin[],
    private readonly outbound: Outbound,
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
  async list({ origin, namespace, name }: PublicProviderAddress): Promise<ListedProvider | undefined> {
    const asked = await this.registryOf(origin).askAgain(`/v1/providers/${namespace}/${name}/versions`)
    if (asked.answer.kind === 'not-found') return undefined
    const { versions, warnings } = parsed(listed, asked.answer, 'no list of versions that can be read')
    const read = (versions ?? [])
      .filter(({ version }) => isEngineVersion(version))
      .map(({ version, protocols, platforms }) => ({
        version,
        protocols: protocols ?? [],
        platforms: [...new Set((platforms ?? []).map(({ os, arch }) => `${os}/${arch}`))].sort(),
      }))
      .sort((one, other) => compareVersions(other.version, one.version))
    const once = read.filter(({ version }, index) => version !== read[index - 1]?.version)
    const said = (warnings ?? [])
      .slice(0, mostWarnings)
      .map((text) => plainLine(text).slice(0, longestWarning))
    return { versions: once, warnings: said, freshFor: asked.freshFor }
  }

  /** When a version was published, as the origin says; null where it does not, or says no time of the past. */
  async publishedAt(provider: PublicProviderAddress, version: string, now: Date): Promise<Date | null> {
    const { origin, namespace, name } = provider
    try {
      const { answer } = await this.registryOf(origin).askAgain(
        `/v1/providers/${namespace}/${name}/${version}`,
      )
      if (answer.kind === 'not-found') return null
      const at = new Date(parsed(detail, answer, 'no date').published_at ?? '')
      return Number.isFinite(at.getTime()) && at <= now ? at : null
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
    { again }: { readonly again: boolean },
  ): Promise<DownloadDocument | undefined> {
    const path = `/v1/providers/${namespace}/${name}/${version}/download/${platform}`
    const registry = this.registryOf(origin)
    const answer = again ? (await registry.askAgain(path)).answer : await registry.ask(path)
    if (answer.kind === 'not-found') return undefined
    const unreadable = 'no download document that can be read'
    const document = parsed(downloadDocument, answer, unreadable)
    return { ...document, whole: parsed(z.record(z.string(), z.unknown()), answer, unreadable) }
  }

  /** A file beside the zips; undefined where there is none. */
  async file(url: string): Promise<Buffer | undefined> {
    try {
      const { status, body } = await this.outbound.open({
        ...{ purpose: 'provider-origins', method: 'GET', url: new URL(url) },
        ...{ timeout: longestFile, limit: largestFile },
      })
      const bytes = await buffer(body)
      if (status === 404 || status === 403 || status === 410) return undefined
      if (status !== 200) throw new PublicRegistryError('failed', `The origin answered ${status} for a file`)
      return bytes
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      const cause = { cause: error }
      if (error.fault === 'slow')
        throw new PublicRegistryError('slow', 'The origin did not send a file in time', cause)
      const message = `The origin cannot send a file: ${error.message}`
      if (error.fault === 'unreachable') throw new PublicRegistryError('failed', message, cause)
      throw new UnusableFile('failed', message, cause)
    }
  }

  private registryOf(host: string): PublicRegistry {
    const origin = this.byHost.get(host)
    if (!origin) throw notFound()
    if (!origin.registry) throw new PublicRegistryError('failed', `${host} is sealed: it is never asked`)
    return origin.registry
  }
}

/** What the database keeps in no text: NUL, and halves of characters. */
const unkept = /\\u(0000|d[89a-f][0-9a-f]{2})/i

const textOf = (answer: PublicAnswer): string =>
  answer.kind === 'document' ? answer.bytes.toString('utf8') : ''

function parsed<Schema extends z.ZodType>(
  schema: Schema,
  answer: PublicAnswer,
  what: string,
): z.output<Schema> {
  if (answer.kind !== 'document') throw new PublicRegistryError('failed', `The origin answered with ${what}`)
  const { success, data } = schema.safeParse(JSON.parse(textOf(answer)))
  if (!success || unkept.test(JSON.stringify(data)))
    throw new PublicRegistryError('failed', `The origin answered with ${what}`)
  return data
}
