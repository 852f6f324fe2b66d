import { isDeepStrictEqual } from 'node:util'
import { isEngineVersion, isProviderName } from '@engine/shared'
import { cacheTags } from '../../kernel/cache-tags.js'
import { minutes, seconds, type Clock } from '../../kernel/clock.js'
import { Coalescer } from '../../kernel/coalescer.js'
import type { OperationContext } from '../../kernel/context.js'
import { found, isNotFound, notFound } from '../../kernel/errors.js'
import type { Invalidations } from '../../kernel/invalidation.js'
import { requireScope } from '../../kernel/permissions.js'
import {
  requesterOf,
  momentWithStored,
  PublicRegistryError,
  type Requester,
} from '../../kernel/public-registry.js'
import { TaggedCache } from '../../kernel/tagged-cache.js'
import { within } from '../../kernel/waiting.js'
import type { DownloadDocument, ProviderOrigins } from './provider-origins.js'
import { withTimeout, type ProviderLooksService } from './provider-looks.service.js'
import type { PublicProviderPoliciesStore } from './public-provider-policies.store.js'
import type { PublicProviderUsesService } from './public-provider-uses.service.js'
import type { PublicProvider, PublicProviderAddress, PublicProviderVersion } from './public-provider.js'
import {
  linesOf,
  notListedLine,
  verdictOf,
  whyWithheld,
  type PolicyOfOrganization,
  type SitePolicy,
  type Verdict,
} from './public-providers-policy.js'
import type { PublicProviderListingsStore, VersionListing } from './public-provider-listings.store.js'
import type { PublicProviderVersionsStore, StoredDownload } from './public-provider-versions.store.js'
import type { PublicProvidersStore } from './public-providers.store.js'

/** Behind an answer an origin is asked at most so often. */
const lookedBehindAfter = minutes(1)
/** Of the listings that are kept, in bytes, and what one has beside its versions. */
const mostListings = 64 * 1024 * 1024
const sizeBeside = 4096
/** What is stored goes out at once for so long after its origin was late. */
const lateFor = seconds(10)

export interface DeliverableParts {
  readonly rows: PublicProvidersStore
  readonly versions: PublicProviderVersionsStore
  readonly listings: PublicProviderListingsStore
  readonly policies: PublicProviderPoliciesStore
  readonly looks: ProviderLooksService
  readonly uses: PublicProviderUsesService
  readonly origins: ProviderOrigins
  readonly site: SitePolicy
  readonly invalidations: Invalidations
  readonly clock: Clock
  /** Where a member asks for what is not listed: an address of the console. */
  readonly askAt: (organization: string, provider: PublicProviderAddress) => string
}

/** A provider that is under control, with what the caller may do with it. */
interface Controlled extends Verdict {
  readonly provider: PublicProvider
  readonly organizations: readonly PolicyOfOrganization[]
  readonly requester: Requester
}

/** The list of versions for one caller, with the lines that `init` prints. */
export interface DeliverableList {
  readonly provider: PublicProvider
  /** The members of the protocol's list, joined by commas, newest first; empty where nothing is available. */
  readonly available: Buffer
  readonly warnings: readonly string[]
  /** The organizations whose rules the list follows. */
  readonly organizationIds: readonly string[]
  /** When the list is another by the clock alone. */
  readonly endsAt: Date
  /** False where each look at the list counts, since the provider is not listed. */
  readonly isLasting: boolean
}

/** Why a version is not delivered, in a sentence. */
export interface Withheld {
  readonly withheld: string
}

export interface DeliverableVersion {
  readonly provider: PublicProvider
  readonly version: PublicProviderVersion
}

export interface Delivery extends DeliverableVersion {
  /** As the origin says it, by absolute addresses. */
  readonly document: Readonly<Record<string, unknown>>
  readonly stored: StoredDownload
}

/** `undefined` everywhere: nothing here controls the provider, and what its origin says is passed on as it is. */
export class DeliverableProvidersService {
  private readonly listings: TaggedCache<VersionListing>
  private readonly making = new Coalescer<VersionListing>()
  /** When origins that were late are waited for again, by host. */
  private readonly lateUntil = new Map<string, number>()

  constructor(private readonly parts: DeliverableParts) {
    this.listings = new TaggedCache({ ...parts, limit: mostListings })
  }

  /** What the engine may install of a provider, and what its terminal is told (contract §14). */
  async list(ctx: OperationContext, address: PublicProviderAddress): Promise<DeliverableList | undefined> {
    const controlled = await this.controlled(ctx, address)
    if (!controlled) return undefined
    const { provider, cooldown, refusing, organizations } = controlled
    const now = ctx.clock.now()
    const behind = new Date(
      Math.max(provider.freshUntil.getTime(), provider.lookedAt.getTime() + lookedBehindAfter),
    )
    if (behind <= now) this.parts.looks.behind(ctx, provider)
    const organizationIds = organizations.map(({ id }) => id)
    const common = { provider, organizationIds, isLasting: cooldown !== undefined && behind > now }
    if (cooldown === undefined) {
      this.parts.uses.refuse(ctx, provider, refusing)
      const warnings = [...provider.warnings, this.askingLine(provider, refusing)]
      return { ...common, available: Buffer.alloc(0), warnings, endsAt: behind }
    }
    const { available, withheld, nextRelease, total, present } = await this.listing(ctx, provider, cooldown)
    if (present === 0 && total > 0) throw notFound()
    const { tellsHeld } = this.parts.site
    return {
      ...{ ...common, available },
      warnings: [...provider.warnings, ...linesOf(provider, withheld, { cooldown, tellsHeld, now })],
      endsAt: nextRelease && nextRelease < behind ? nextRelease : behind,
    }
  }

  /** The listing under a cooldown, whoever asks: made once, and kept until something of the provider changes. */
  private async listing(
    ctx: OperationContext,
    { id }: PublicProvider,
    cooldown: number,
  ): Promise<VersionListing> {
    const key = `${id} ${cooldown}`
    const kept = this.listings.get(key)
    if (kept) return kept
    const since = this.listings.moment()
    // What was begun before a change is not for who asks after it.
    return this.making.run(`${key} ${since ?? ctx.requestId}`, undefined, async () => {
      const listing = await this.parts.listings.find(ctx, id, cooldown)
      if (since !== undefined) {
        const validity = {
          since,
          tags: [cacheTags.publicProvider(id)],
          endsAt: listing.nextRelease ?? undefined,
        }
        this.listings.set(key, listing, validity, listing.available.length + sizeBeside)
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
    return controlled && this.available(ctx, controlled, number)
  }

  /** The document of one file, whose checksum is still that of the first sight. Throws `PublicRegistryError`. */
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
    const seen = await this.available(ctx, controlled, number)
    if ('withheld' in seen) return seen
    const checked = await this.checked(ctx, controlled, seen.version)
    if ('withheld' in checked) return checked
    const { version } = checked
    const isListed = version.listedPlatforms.includes(`${os}/${arch}`)
    const stored = isListed ? await this.parts.versions.findDownload(ctx, version.id, os, arch) : undefined
    if (!stored) throw notFound()
    const { document } = stored
    if (!document) return this.said(ctx, checked, stored, controlled.requester)
    return this.saidSoon(ctx, checked, { ...stored, document }, controlled.requester)
  }

  /** What the origin says within a moment, else what is stored: then the question goes on in the background. */
  private async saidSoon(
    ctx: OperationContext,
    of: DeliverableVersion,
    stored: StoredDownload & Pick<Delivery, 'document'>,
    { line }: Requester,
  ): Promise<Delivery | Withheld> {
    const { origin } = of.provider
    const kept = { ...of, stored, document: stored.document }
    const { signal: _, ...goingOn } = ctx
    const asking = this.said(goingOn, of, stored, { line }).then((answer) => {
      this.lateUntil.delete(origin)
      return answer
    })
    const answered = asking.catch((error: unknown) => {
      if (error instanceof PublicRegistryError || isNotFound(error)) return kept
      throw error
    })
    answered.catch((error: unknown) =>
      ctx.log.warn({ error: String(error) }, 'a download document could not be compared'),
    )
    // An origin that was late a moment ago keeps no further install waiting.
    const isLate = ctx.clock.elapsed() < (this.lateUntil.get(origin) ?? 0)
    const soon = await within(isLate ? 0 : momentWithStored, answered)
    if (!soon) this.lateUntil.set(origin, ctx.clock.elapsed() + lateFor)
    return soon ?? kept
  }

  /** What the origin says now, which is stored for when it cannot be asked. */
  private async said(
    ctx: OperationContext,
    of: DeliverableVersion,
    stored: StoredDownload,
    requester: Requester,
  ): Promise<Delivery | Withheld> {
    const { provider, version } = of
    const said = await this.documentOf(provider, version, stored, requester)
    if (!isAsSeen(said, stored)) {
      const alteration = `Its zip for ${stored.os}/${stored.arch} is not the one that was first seen`
      await this.parts.looks.alter(ctx, provider, version, alteration)
      return { withheld: `Version ${version.version} is altered: ${alteration}` }
    }
    // The hashes of all packages are those of first sight.
    const { packages: _, ...document } = said
    if (!isDeepStrictEqual(stored.document, document))
      await this.parts.versions.keepDocument(ctx, version.id, stored, document)
    return { ...of, stored, document: { ...document } }
  }

  /** Counts a download that was delivered. */
  count(ctx: OperationContext, { version }: DeliverableVersion): void {
    this.parts.uses.count(ctx, version.id)
  }

  private async documentOf(
    provider: PublicProvider,
    { version }: PublicProviderVersion,
    stored: StoredDownload,
    requester: Requester,
  ): Promise<DownloadDocument> {
    const platform = `${stored.os}/${stored.arch}`
    const ask = (again: boolean) =>
      this.parts.origins.download(provider, version, platform, { again, requester })
    const first = found(await ask(false))
    // A former answer may be of files that were accepted since.
    return isAsSeen(first, stored) ? first : found(await ask(true))
  }

  /** The provider under the caller's rules, looked at first where it is unknown; undefined where nothing is set. */
  private async controlled(
    ctx: OperationContext,
    address: PublicProviderAddress,
  ): Promise<Controlled | undefined> {
    const { namespace, name, origin } = address
    const { origins, policies, rows, site } = this.parts
    if (!origins.has(origin) || !isProviderName(namespace) || !isProviderName(name)) throw notFound()
    const organizations = await policies.ofCaller(ctx, address)
    const known = await rows.findAt(ctx, address)
    const isSet = site.isSet || organizations.some(({ isOwn }) => isOwn)
    if (!known && !isSet) return undefined
    requireScope(ctx, 'providers:use')
    if (origins.isSealed(origin)) throw notFound()
    const requester = requesterOf(ctx, organizations)
    const provider = known ?? (await this.parts.looks.first(ctx, address, requester))
    return { provider, organizations, requester, ...verdictOf(site, organizations, provider) }
  }

  private async available(
    ctx: OperationContext,
    { provider, cooldown, refusing }: Controlled,
    number: string,
  ): Promise<DeliverableVersion | Withheld> {
    const version = isEngineVersion(number)
      ? await this.parts.versions.findOf(ctx, provider.id, number)
      : undefined
    if (!version) throw notFound()
    if (cooldown === undefined) {
      this.parts.uses.refuse(ctx, provider, refusing)
      return { withheld: this.askingLine(provider, refusing) }
    }
    if (version.goneFromOrigin) return { withheld: `Version ${number} is gone from its origin` }
    return this.standing(ctx, { provider, version }, cooldown)
  }

  private standing(
    ctx: OperationContext,
    found: DeliverableVersion,
    cooldown: number,
  ): DeliverableVersion | Withheld {
    const reason = whyWithheld(found.version, cooldown, ctx.clock.now())
    return reason === undefined ? found : { withheld: reason }
  }

  /** The version once its signature was looked at: nothing is delivered unchecked. */
  private async checked(
    ctx: OperationContext,
    { provider, requester, cooldown = 0 }: Controlled,
    version: PublicProviderVersion,
  ): Promise<DeliverableVersion | Withheld> {
    if (version.checkedAt) return { provider, version }
    await this.parts.looks.check(ctx, provider, version, requester)
    const checked = await this.parts.versions.findOf(ctx, provider.id, version.version)
    if (!checked?.checkedAt) throw notFound()
    return this.standing(ctx, { provider, version: checked }, cooldown)
  }

  private askingLine(provider: PublicProvider, refusing: Verdict['refusing']): string {
    const [first] = refusing
    return notListedLine(provider, refusing, first && this.parts.askAt(first.name, provider))
  }
}

const isAsSeen = (said: DownloadDocument, { shasum, filename }: StoredDownload): boolean =>
  said.shasum.toLowerCase() === shasum && said.filename === filename
