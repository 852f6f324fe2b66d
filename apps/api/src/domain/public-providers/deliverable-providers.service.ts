import { isDeepStrictEqual } from 'node:util'
import { isEngineVersion, isProviderName } from '@engine/shared'
import { minutes } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { notFound } from '../../kernel/errors.js'
import { requireScope } from '../../kernel/permissions.js'
import { PublicRegistryError } from '../../kernel/public-registry.js'
import type { DownloadDocument, ProviderOrigins } from './provider-origins.js'
import { inTime, type ProviderLooksService } from './provider-looks.service.js'
import type { PublicProviderPoliciesStore } from './public-provider-policies.store.js'
import type { PublicProviderUsesService } from './public-provider-uses.service.js'
import type { PublicProvider, PublicProviderAddress, PublicProviderVersion } from './public-provider.js'
import {
  linesOf,
  nextRelease,
  notListedLine,
  standingOf,
  verdictOf,
  whyWithheld,
  type PolicyOfOrganization,
  type SitePolicy,
  type Verdict,
} from './public-providers-policy.js'
import type { PublicProviderVersionsStore, StoredDownload } from './public-provider-versions.store.js'
import type { PublicProvidersStore } from './public-providers.store.js'

/** Behind an answer an origin is asked at most so often. */
const lookedBehindAfter = minutes(1)

export interface DeliverableParts {
  readonly rows: PublicProvidersStore
  readonly versions: PublicProviderVersionsStore
  readonly policies: PublicProviderPoliciesStore
  readonly looks: ProviderLooksService
  readonly uses: PublicProviderUsesService
  readonly origins: ProviderOrigins
  readonly site: SitePolicy
  /** Where a member asks for what is not listed: an address of the console. */
  readonly askAt: (organization: string, provider: PublicProviderAddress) => string
}

/** A provider that is under control, with what the caller may do with it. */
interface Controlled extends Verdict {
  readonly provider: PublicProvider
  readonly organizations: readonly PolicyOfOrganization[]
}

/** The list of versions for one caller, with the lines that `init` prints. */
export interface DeliverableList {
  readonly provider: PublicProvider
  /** Newest first; empty where nothing is available. */
  readonly versions: readonly PublicProviderVersion[]
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
  constructor(private readonly parts: DeliverableParts) {}

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
    await this.parts.rows.asked(ctx, provider.id)
    const organizationIds = organizations.map(({ id }) => id)
    const common = { provider, organizationIds, isLasting: cooldown !== undefined && behind > now }
    if (cooldown === undefined) {
      this.parts.uses.refuse(ctx, provider, refusing)
      const warnings = [...provider.warnings, this.askingLine(provider, refusing)]
      return { ...common, versions: [], warnings, endsAt: behind }
    }
    const known = await this.parts.versions.allOf(ctx, provider.id)
    const versions = known.filter(({ goneFromOrigin }) => !goneFromOrigin)
    if (versions.length === 0 && known.length > 0) throw notFound()
    const standing = standingOf(versions, cooldown, now)
    const { tellsHeld } = this.parts.site
    const next = nextRelease(versions, cooldown, now) ?? behind
    return {
      ...common,
      versions: standing.filter(({ status }) => status === 'available').map(({ version }) => version),
      warnings: [...provider.warnings, ...linesOf(provider, standing, { cooldown, tellsHeld, now })],
      endsAt: next < behind ? next : behind,
    }
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
    return inTime(this.delivery(ctx, address, number, { os, arch }))
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
    const found = await this.checked(ctx, controlled, seen.version)
    if ('withheld' in found) return found
    const { provider, version } = found
    const isListed = version.listedPlatforms.includes(`${os}/${arch}`)
    const stored = isListed ? await this.parts.versions.findDownload(ctx, version.id, os, arch) : undefined
    if (!stored) throw notFound()
    const said = await this.documentOf(provider, version, stored)
    if (!said) return { ...found, stored, document: stored.document ?? {} }
    if (!isAsSeen(said, stored)) {
      const alteration = `Its zip for ${os}/${arch} is not the one that was first seen`
      await this.parts.looks.alter(ctx, provider, version, alteration)
      return { withheld: `Version ${number} is altered: ${alteration}` }
    }
    if (!isDeepStrictEqual(stored.document, said.whole))
      await this.parts.versions.keepDocument(ctx, version.id, stored, said.whole)
    return { ...found, stored, document: said.whole }
  }

  /** Counts a download that was delivered. */
  count(ctx: OperationContext, { version }: DeliverableVersion): void {
    this.parts.uses.count(ctx, version.id)
  }

  /** Undefined where the stored document has to do, since the origin cannot be asked. */
  private async documentOf(
    provider: PublicProvider,
    { version }: PublicProviderVersion,
    stored: StoredDownload,
  ): Promise<DownloadDocument | undefined> {
    const { os, arch, document } = stored
    const ask = (again: boolean) => this.parts.origins.download(provider, version, `${os}/${arch}`, { again })
    try {
      const said = await ask(false)
      // A former answer may be of files that were accepted since.
      if (said) return isAsSeen(said, stored) ? said : await ask(true)
    } catch (error) {
      if (!document || !(error instanceof PublicRegistryError)) throw error
    }
    if (!document) throw notFound()
    return undefined
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
    const provider = known ?? (await this.parts.looks.first(ctx, address))
    return { provider, organizations, ...verdictOf(site, organizations, provider) }
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
    { provider, cooldown = 0 }: Controlled,
    version: PublicProviderVersion,
  ): Promise<DeliverableVersion | Withheld> {
    if (version.checkedAt) return { provider, version }
    await this.parts.looks.check(ctx, provider, version)
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
