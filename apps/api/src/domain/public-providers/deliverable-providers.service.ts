import { isDeepStrictEqual } from 'node:util'
import { isEngineVersion, isProviderName } from '@engine/shared'
import pLimit from 'p-limit'
import { cacheTags } from '../../kernel/cache-tags.js'
import { hours, later, minutes, type Clock } from '../../kernel/clock.js'
import { Coalescer } from '../../kernel/coalescer.js'
import type { OperationContext } from '../../kernel/context.js'
import { found, isNotFound, notFound } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import type { Invalidations } from '../../kernel/invalidation.js'
import { requireScope } from '../../kernel/permissions.js'
import { requesterOf, PublicRegistryError, type Requester } from '../../kernel/public-registry.js'
import { TaggedCache } from '../../kernel/tagged-cache.js'
import { LateOrigins } from '../origin-files/late-origins.js'
import { differencesOfFile } from './file-difference.js'
import type { DownloadDocument, ProviderOrigins } from './provider-origins.js'
import { withTimeout, type ProviderSync } from './provider-sync.js'
import type { PublicProviderPoliciesStore } from './public-provider-policies.store.js'
import type { PublicProviderUsesService } from './public-provider-uses.service.js'
import {
  extentOf,
  isForMirrorsAlone,
  type PublicProvider,
  type PublicProviderAddress,
  type PublicProviderPlatform,
  type PublicProviderVersion,
} from './public-provider.js'
import {
  linesOf,
  mirrorAloneLine,
  notListedLine,
  verdictOf,
  whyWithheld,
  type PolicyOfOrganization,
  type SitePolicy,
  type Verdict,
} from './public-providers-policy.js'
import type { PublicProviderListingsStore, VersionListing } from './public-provider-listings.store.js'
import type {
  PublicProviderPlatformsStore,
  StoredArchive,
  StoredDownload,
} from './public-provider-platforms.store.js'
import type { PublicProviderVersionsStore } from './public-provider-versions.store.js'
import type { PublicProvidersStore } from './public-providers.store.js'

/** The least time between two syncs that answers cause. */
const refreshAfter = minutes(1)
/** Size of the listings that are cached, in bytes, and of one without its versions. */
const mostListings = 64 * 1024 * 1024
const listingSize = 4096
/** The time for which the list of a provider is cached whose origin is never asked. */
const offlineLasts = hours(1)
/** The number of documents of one version that its origin is asked for at once. */
const archivesAtOnce = 8

export interface DeliverableParts {
  readonly rows: PublicProvidersStore
  readonly versions: PublicProviderVersionsStore
  readonly platforms: PublicProviderPlatformsStore
  readonly listings: PublicProviderListingsStore
  readonly policies: PublicProviderPoliciesStore
  readonly sync: ProviderSync
  readonly uses: PublicProviderUsesService
  readonly origins: ProviderOrigins
  readonly site: SitePolicy
  readonly invalidations: Invalidations
  readonly clock: Clock
  /** True where files of origins are stored here: the setting `PROVIDER_FILES`. */
  readonly storesFiles: boolean
  /** Returns the address in the console where a member asks for a provider that is not listed. */
  readonly askAt: (organization: string, provider: PublicProviderAddress) => string
}

/** A provider that is under control, with the rights of the caller. */
interface Controlled extends Verdict {
  readonly provider: PublicProvider
  readonly organizations: readonly PolicyOfOrganization[]
  readonly requester: Requester
}

/** The conditions under which an answer for one caller may be given again. */
export interface Lasting {
  readonly provider: PublicProvider
  /** The organizations whose rules the answer follows. */
  readonly organizationIds: readonly string[]
  /** The time from which the answer may differ by the clock alone. */
  readonly endsAt: Date
  /** False where the next request needs another look: it counts, or a part of the answer is missing. */
  readonly isLasting: boolean
}

/** The list of versions for one caller, with the lines that `init` prints. */
export interface DeliverableList extends Lasting {
  /** The members of the protocol's list, joined by commas, newest first; empty where nothing is available. */
  readonly available: Buffer
  /** The same versions as members of the index of a mirror. */
  readonly index: Buffer
  readonly warnings: readonly string[]
}

/** The reason why a version is not delivered, in a sentence. */
export interface Withheld {
  readonly withheld: string
}

export interface DeliverableVersion {
  readonly provider: PublicProvider
  readonly version: PublicProviderVersion
  /** The platforms that may be installed, such as `linux/amd64`. */
  readonly platforms: readonly string[]
}

/** A version that was found by its id, for the caller of a link. */
export interface LinkedVersion extends DeliverableVersion {
  readonly organizationIds: readonly string[]
  readonly requester: Requester
}

export interface Delivery extends DeliverableVersion {
  /** The download document of the origin, with absolute addresses. */
  readonly document: Readonly<Record<string, unknown>>
  readonly stored: StoredDownload
  /** True where the zip is delivered from here, and not from its origin. */
  readonly isFromHere: boolean
}

/** A file that may be installed, with the address where clients fetch it. */
export interface DeliverableArchive extends PublicProviderPlatform {
  /** The address at the origin; null where it is delivered from here. */
  readonly url: string | null
  /** The `h1:` hash of a stored file; null without one. */
  readonly packageHash: string | null
}

/** The files of a version for one caller. */
export interface DeliverableArchives extends DeliverableVersion, Lasting {
  readonly archives: readonly DeliverableArchive[]
}

/** Answers the protocol. `undefined`: nothing here controls the provider, and the face passes its origin on. */
export class DeliverableProvidersService {
  private readonly listings: TaggedCache<VersionListing>
  private readonly making = new Coalescer<VersionListing>()
  private readonly late = new LateOrigins()

  constructor(private readonly parts: DeliverableParts) {
    this.listings = new TaggedCache({ ...parts, limit: mostListings })
  }

  /** Lists the versions that the engine may install, with the lines for its terminal (contract §14). */
  async list(ctx: OperationContext, address: PublicProviderAddress): Promise<DeliverableList | undefined> {
    const controlled = await this.controlled(ctx, address)
    return controlled && this.listFor(ctx, controlled)
  }

  /** Lists them for a mirror, which has no words: a provider of which nothing is available is not found. */
  async index(ctx: OperationContext, address: PublicProviderAddress): Promise<DeliverableList> {
    const list = await this.listFor(ctx, await this.taken(ctx, address))
    if (list.index.length === 0) throw notFound()
    return list
  }

  private async listFor(ctx: OperationContext, controlled: Controlled): Promise<DeliverableList> {
    const { provider, cooldown, refusing } = controlled
    const now = ctx.clock.now()
    const isOffline = this.parts.origins.isOffline(provider.origin)
    const common = lastingOf(controlled, now, isOffline)
    const { endsAt: refreshAt } = common
    if (refreshAt <= now) this.parts.sync.syncInBackground(ctx, provider)
    if (cooldown === undefined) {
      this.parts.uses.countRequest(ctx, provider, refusing)
      const warnings = [...provider.warnings, this.askingLine(provider, refusing)]
      return { ...common, available: Buffer.alloc(0), index: Buffer.alloc(0), warnings }
    }
    const { available, index, withheld, nextRelease, total, present } = await this.listing(
      ctx,
      provider,
      cooldown,
    )
    if (present === 0 && (total > 0 || isOffline)) throw notFound()
    const { tellsHeld } = this.parts.site
    return {
      ...{ ...common, available, index },
      warnings: [
        ...provider.warnings,
        ...linesOf(provider, withheld, { cooldown, tellsHeld, now }),
        ...(available.length === 0 && index.length > 0 ? [mirrorAloneLine(provider)] : []),
      ],
      endsAt: nextRelease && nextRelease < refreshAt ? nextRelease : refreshAt,
    }
  }

  /** Finds the listing under a cooldown, the same for all callers: it is cached until the provider changes. */
  private async listing(
    ctx: OperationContext,
    { id, origin }: PublicProvider,
    cooldown: number,
  ): Promise<VersionListing> {
    const key = `${id} ${cooldown}`
    const cached = this.listings.get(key)
    if (cached) return cached
    const since = this.listings.moment()
    // What was begun before a change is not for who asks after it.
    return this.making.run(`${key} ${since ?? ctx.requestId}`, undefined, async () => {
      const isOffline = this.parts.origins.isOffline(origin)
      const listing = await this.parts.listings.find(ctx, id, cooldown, { isOffline })
      if (since !== undefined) {
        const validity = {
          since,
          tags: [cacheTags.publicProvider(id)],
          endsAt: listing.nextRelease ?? undefined,
        }
        const size = listing.available.length + listing.index.length + listingSize
        this.listings.set(key, listing, validity, size)
      }
      return listing
    })
  }

  async version(
    ctx: OperationContext,
    address: PublicProviderAddress,
    number: string,
  ): Promise<DeliverableVersion | Withheld | undefined> {
    const controlled = await this.controlled(ctx, address)
    const seen = controlled && (await this.available(ctx, controlled, number))
    return seen && requireSigned(seen)
  }

  /** Finds a version by its id for one of its files; whatever is withheld is not found. */
  async byId(ctx: OperationContext, versionId: string): Promise<LinkedVersion> {
    const { rows, versions } = this.parts
    const version = isId('pubver', versionId) ? await versions.find(ctx, versionId) : undefined
    const known = version && (await rows.find(ctx, version.providerId))
    const controlled = known && (await this.controlled(ctx, known))
    if (!version?.checkedAt || !controlled || controlled.cooldown === undefined) throw notFound()
    const { provider, cooldown, organizations, requester } = controlled
    if (!this.isOffered(provider, version)) throw notFound()
    const seen = await this.unlessWithheld(ctx, { provider, version }, cooldown)
    if ('withheld' in seen) throw notFound()
    return { ...seen, requester, organizationIds: organizations.map(({ id }) => id) }
  }

  /** Finds where the origin has a file, if it is known or the origin answers. Throws `PublicRegistryError`. */
  async addressAtOrigin(
    ctx: OperationContext,
    linked: LinkedVersion,
    stored: StoredDownload,
    requester: Requester,
  ): Promise<string> {
    const former = stored.document?.['download_url']
    try {
      const document = await this.documentOf(ctx, linked, stored, requester)
      if ('withheld' in document) throw notFound()
      return document.download_url
    } catch (error) {
      if (typeof former === 'string' && error instanceof PublicRegistryError) return former
      throw error
    }
  }

  /** Finds the document of one file whose checksum is still the first that was seen. Throws `PublicRegistryError`. */
  async download(
    ctx: OperationContext,
    address: PublicProviderAddress,
    number: string,
    { os, arch }: { readonly os: string; readonly arch: string },
  ): Promise<Delivery | Withheld | undefined> {
    return withTimeout(ctx, (signal) => this.delivery({ ...ctx, signal }, address, number, { os, arch }))
  }

  private async delivery(
    ctx: OperationContext,
    address: PublicProviderAddress,
    number: string,
    { os, arch }: { readonly os: string; readonly arch: string },
  ): Promise<Delivery | Withheld | undefined> {
    const controlled = await this.controlled(ctx, address)
    if (!controlled) return undefined
    const checked = await this.proven(ctx, controlled, number)
    if ('withheld' in checked) return checked
    const { version, platforms } = requireSigned(checked)
    if (!platforms.includes(`${os}/${arch}`)) {
      if (!version.listedPlatforms.includes(`${os}/${arch}`)) throw notFound()
      return { withheld: this.whyPartial(ctx, version) }
    }
    const stored = await this.parts.platforms.findDownload(ctx, version.id, { os, arch })
    if (!stored) throw notFound()
    return this.withFiles(ctx, checked, stored, controlled.requester)
  }

  /** Completes a delivery: what is stored here needs no origin. */
  private async withFiles(
    ctx: OperationContext,
    of: DeliverableVersion,
    stored: StoredDownload,
    requester: Requester,
  ): Promise<Delivery | Withheld> {
    const { document, isStored } = stored
    const isWhole = extentOf(of.version, 0, ctx.clock.now()) === 'whole'
    if (isStored && (stored.hasProof || !isWhole))
      return { ...of, stored, document: document ?? {}, isFromHere: true }
    const delivery = await (document
      ? this.currentOrStored(ctx, of, { ...stored, document }, requester)
      : this.current(ctx, of, stored, requester))
    if ('withheld' in delivery || !this.parts.storesFiles) return delivery
    if (!stored.hasProof) await this.parts.sync.storeProofFiles(ctx, of.provider, of.version, requester)
    const hasProof =
      stored.hasProof || (await this.parts.versions.proofFilesOf(ctx, of.version.id)) !== undefined
    return { ...delivery, stored: { ...stored, hasProof }, isFromHere: true }
  }

  /** Says why a platform of a version is not delivered while others are. */
  private whyPartial(ctx: OperationContext, version: PublicProviderVersion): string {
    if (version.goneFromOrigin) return goneSentence(version)
    return (
      whyWithheld(version, 0, ctx.clock.now()) ??
      `The file of version ${version.version} for this platform was not imported`
    )
  }

  /**
   * Finds the files of a version for a mirror, where what is not available is not found. A platform for which the origin
   * gives no address is left out.
   */
  async archives(
    ctx: OperationContext,
    address: PublicProviderAddress,
    number: string,
  ): Promise<DeliverableArchives> {
    return withTimeout(ctx, (signal) => this.archivesFor({ ...ctx, signal }, address, number))
  }

  private async archivesFor(
    ctx: OperationContext,
    address: PublicProviderAddress,
    number: string,
  ): Promise<DeliverableArchives> {
    const controlled = await this.taken(ctx, address)
    const checked = await this.proven(ctx, controlled, number)
    if ('withheld' in checked) throw notFound()
    const { provider, version, platforms } = checked
    const isListed = ({ os, arch }: PublicProviderPlatform) => platforms.includes(`${os}/${arch}`)
    const files = (await this.parts.platforms.archivesOf(ctx, version.id)).filter(isListed)
    const limit = pLimit(archivesAtOnce)
    const located = await Promise.all(
      files.map((file) => limit(() => this.located(ctx, checked, file, controlled.requester))),
    )
    const archives = located.flatMap((each) => ('url' in each ? [each] : []))
    const [failure] = located.flatMap((each) => ('failure' in each ? [each.failure] : []))
    if (located.some((each) => 'withheld' in each)) throw notFound()
    if (archives.length === 0) throw failure ?? notFound()
    const lasting = lastingOf(controlled, ctx.clock.now(), this.parts.origins.isOffline(provider.origin))
    return { ...lasting, version, platforms, archives, isLasting: lasting.isLasting && failure === undefined }
  }

  /** Adds the address at the origin, or else the reason why there is none. */
  private async located(
    ctx: OperationContext,
    of: DeliverableVersion,
    file: StoredArchive,
    requester: Requester,
  ): Promise<DeliverableArchive | Withheld | { readonly failure: unknown }> {
    const { url } = file
    if (file.isStored || this.parts.storesFiles) return { ...file, url: null }
    try {
      if (url === null) return await this.locatedNow(ctx, of, file, requester)
      const { signal: _, ...goingOn } = ctx
      const asking = this.locatedNow(goingOn, of, file, { line: requester.line })
      const former = { ...file, url }
      return await this.late.soonOrFormer<DeliverableArchive | Withheld>(
        ctx,
        of.provider.origin,
        () => former,
        asking,
      )
    } catch (failure) {
      if (failure instanceof PublicRegistryError || isNotFound(failure)) return { failure }
      throw failure
    }
  }

  private async locatedNow(
    ctx: OperationContext,
    of: DeliverableVersion,
    file: StoredArchive,
    requester: Requester,
  ): Promise<DeliverableArchive | Withheld> {
    const document = await this.documentOf(ctx, of, file, requester)
    if ('withheld' in document) return document
    const { download_url: url } = document
    if (url !== file.url) await this.parts.platforms.storeDocument(ctx, of.version.id, file, document)
    return { ...file, url }
  }

  /** Waits for the origin for a moment, then returns the stored document and goes on in the background. */
  private async currentOrStored(
    ctx: OperationContext,
    of: DeliverableVersion,
    stored: StoredDownload & Pick<Delivery, 'document'>,
    { line }: Requester,
  ): Promise<Delivery | Withheld> {
    const former = { ...of, stored, document: stored.document, isFromHere: false }
    const { signal: _, ...goingOn } = ctx
    const asking = this.current(goingOn, of, stored, { line })
    return this.late.soonOrFormer<Delivery | Withheld>(ctx, of.provider.origin, () => former, asking)
  }

  /** Asks the origin for the document, which is stored for times when the origin does not answer. */
  private async current(
    ctx: OperationContext,
    of: DeliverableVersion,
    stored: StoredDownload,
    requester: Requester,
  ): Promise<Delivery | Withheld> {
    const document = await this.documentOf(ctx, of, stored, requester)
    if ('withheld' in document) return document
    if (!isDeepStrictEqual(stored.document, document))
      await this.parts.platforms.storeDocument(ctx, of.version.id, stored, document)
    return { ...of, stored, document: { ...document }, isFromHere: false }
  }

  /** Counts a download that was delivered. */
  count(ctx: OperationContext, { version }: Pick<DeliverableVersion, 'version'>): void {
    this.parts.uses.count(ctx, version.id)
  }

  /** Asks the origin for the document of a file, without the hashes: the first that were seen count. */
  private async documentOf(
    ctx: OperationContext,
    { provider, version }: DeliverableVersion,
    file: PublicProviderPlatform,
    requester: Requester,
  ): Promise<DownloadDocument | Withheld> {
    const platform = `${file.os}/${file.arch}`
    const ask = (again: boolean) =>
      this.parts.origins.download(provider, version.version, platform, { again, requester })
    const cached = found(await ask(false))
    // A former answer may be of files that were accepted since.
    const { packages: _, ...document } = isAsSeen(cached, file) ? cached : found(await ask(true))
    if (isAsSeen(document, file)) return document
    const mismatch = `Its zip for ${platform} is not the one that was first seen`
    const differences = differencesOfFile(file, document)
    await this.parts.sync.recordMismatch(ctx, provider, version, mismatch, differences)
    return { withheld: `Version ${version.version} is altered: ${mismatch}` }
  }

  /** Finds the provider under the caller's rules, and discovers an unknown one; undefined where nothing is set. */
  private async controlled(
    ctx: OperationContext,
    address: PublicProviderAddress,
    { always = false }: { readonly always?: boolean } = {},
  ): Promise<Controlled | undefined> {
    const { namespace, name, origin } = address
    const { origins, policies, rows, site } = this.parts
    if (!origins.has(origin) || !isProviderName(namespace) || !isProviderName(name)) throw notFound()
    const organizations = await policies.ofCaller(ctx, address)
    const known = await rows.findAt(ctx, address)
    const isSet = always || site.isSet || organizations.some(({ isOwn }) => isOwn)
    if (!known && !isSet) return undefined
    requireScope(ctx, 'providers:use')
    if (!known && origins.isOffline(origin)) throw notFound()
    const requester = requesterOf(ctx, organizations)
    const provider = known ?? (await this.parts.sync.discover(ctx, address, requester))
    return { provider, organizations, requester, ...verdictOf(site, organizations, provider) }
  }

  /** Finds it likewise, and takes it under control whatever is set: a mirror has nothing to pass on. */
  private async taken(ctx: OperationContext, address: PublicProviderAddress): Promise<Controlled> {
    return found(await this.controlled(ctx, address, { always: true }))
  }

  /** Finds a version that is available and whose signature was checked. */
  private async proven(
    ctx: OperationContext,
    controlled: Controlled,
    number: string,
  ): Promise<DeliverableVersion | Withheld> {
    const seen = await this.available(ctx, controlled, number)
    return 'withheld' in seen ? seen : this.checked(ctx, controlled, seen)
  }

  private async available(
    ctx: OperationContext,
    { provider, cooldown, refusing }: Controlled,
    number: string,
  ): Promise<DeliverableVersion | Withheld> {
    const version = isEngineVersion(number)
      ? await this.parts.versions.findOf(ctx, provider.id, number)
      : undefined
    if (!version || !this.isOffered(provider, version)) throw notFound()
    if (cooldown === undefined) {
      this.parts.uses.countRequest(ctx, provider, refusing)
      return { withheld: this.askingLine(provider, refusing) }
    }
    return this.unlessWithheld(ctx, { provider, version }, cooldown)
  }

  /** Tells whether there is a version here: of an offline origin there are the imported ones alone. */
  private isOffered({ origin }: PublicProvider, { imported }: PublicProviderVersion): boolean {
    return imported || !this.parts.origins.isOffline(origin)
  }

  private async unlessWithheld(
    ctx: OperationContext,
    { provider, version }: Pick<DeliverableVersion, 'provider' | 'version'>,
    cooldown: number,
  ): Promise<DeliverableVersion | Withheld> {
    const extent = extentOf(version, cooldown, ctx.clock.now())
    if (extent === 'whole') return { provider, version, platforms: version.listedPlatforms }
    const platforms = extent ? await this.parts.platforms.storedPlatformsOf(ctx, version.id) : []
    if (platforms.length > 0) return { provider, version, platforms }
    if (version.goneFromOrigin) return { withheld: goneSentence(version) }
    const reason = whyWithheld(version, cooldown, ctx.clock.now())
    if (reason === undefined) throw notFound()
    return { withheld: reason }
  }

  /** Returns the version once its signature was checked: no unchecked file is delivered. */
  private async checked(
    ctx: OperationContext,
    { provider, requester, cooldown = 0 }: Controlled,
    seen: DeliverableVersion,
  ): Promise<DeliverableVersion | Withheld> {
    const { version } = seen
    if (version.checkedAt) return seen
    await this.parts.sync.check(ctx, provider, version, requester)
    const checked = await this.parts.versions.findOf(ctx, provider.id, version.version)
    if (!checked?.checkedAt) throw notFound()
    return this.unlessWithheld(ctx, { provider, version: checked }, cooldown)
  }

  private askingLine(provider: PublicProvider, refusing: Verdict['refusing']): string {
    const [first] = refusing
    return notListedLine(provider, refusing, first && this.parts.askAt(first.name, provider))
  }
}

/** Returns how long an answer about a provider lasts: until its origin may say something else. */
function lastingOf(
  { provider, organizations, cooldown }: Controlled,
  now: Date,
  isOffline: boolean,
): Lasting {
  const endsAt = isOffline
    ? later(now, offlineLasts)
    : new Date(Math.max(provider.freshUntil.getTime(), provider.syncedAt.getTime() + refreshAfter))
  const organizationIds = organizations.map(({ id }) => id)
  return { provider, organizationIds, endsAt, isLasting: cooldown !== undefined && endsAt > now }
}

const goneSentence = ({ version }: PublicProviderVersion): string =>
  `Version ${version} is gone from its origin`

/** Requires that the engine can check the signature; where it cannot, a mirror alone has the version. */
function requireSigned<Found extends DeliverableVersion | Withheld>(found: Found): Found {
  if ('version' in found && isForMirrorsAlone(found.version)) throw notFound()
  return found
}

const isAsSeen = (document: DownloadDocument, { shasum, filename }: PublicProviderPlatform): boolean =>
  document.shasum.toLowerCase() === shasum && document.filename === filename
