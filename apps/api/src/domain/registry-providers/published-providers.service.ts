import { hasReadableNumbers, isEngineVersion } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { notFound, unauthenticated } from '../../kernel/errors.js'
import type { Page, Paged } from '../../kernel/page.js'
import type { EnginePolicyService } from '../engine-sightings/engine-policy.service.js'
import { isRevoked } from '../lifecycle/deprecation.js'
import type { ProviderParts } from './provider-parts.js'
import { warningsOf } from './provider-warnings.js'
import type { RegistryProvider } from './registry-provider.js'
import type { PublishedProviderVersion, RegistryProviderPlatform } from './registry-provider-version.js'

/** Address of a provider for the engine. */
export type EngineProviderAddress = Pick<RegistryProvider, 'namespace' | 'name'>

export interface PublishedVersionOfProvider {
  readonly provider: RegistryProvider
  readonly version: PublishedProviderVersion
}

export interface PublishedPlatform extends PublishedVersionOfProvider {
  readonly platform: RegistryProviderPlatform
}

/** Lists the providers that members may install, their own and those shared with them (contract §12). */
export class PublishedProvidersService {
  constructor(private readonly parts: ProviderParts & { readonly enginePolicy: EnginePolicyService }) {}

  /**
   * Newest first, without what is revoked; with what is to be said of the others and of the caller's engine (contract
   * §12). `allRevoked`: nothing is left of what was published.
   */
  async list(
    ctx: OperationContext,
    address: EngineProviderAddress,
  ): Promise<{
    readonly provider: RegistryProvider
    readonly versions: readonly PublishedProviderVersion[]
    readonly allRevoked: boolean
    readonly warnings: readonly string[]
  }> {
    const provider = await this.provider(ctx, address)
    const stored = isRevoked(provider) ? [] : await this.parts.versions.findPublishedOf(ctx, [provider])
    const published = stored.filter(isReadable)
    const versions = published.filter((version) => !isRevoked(version))
    const verdict = await this.parts.enginePolicy.verdictOfCaller(ctx, provider.organizationId)
    const warnings = [...(verdict ? [verdict.sentence] : []), ...warningsOf(provider, published)]
    const allRevoked = isRevoked(provider) || (published.length > 0 && versions.length === 0)
    return { provider, versions, allRevoked, warnings }
  }

  /** Finds a version, also one that is revoked, by itself or with its provider. */
  async version(
    ctx: OperationContext,
    address: EngineProviderAddress,
    number: string,
  ): Promise<PublishedVersionOfProvider> {
    const provider = await this.provider(ctx, address)
    const [version] = isEngineVersion(number)
      ? await this.parts.versions.findPublishedOf(ctx, [provider], number)
      : []
    if (!version) throw notFound()
    return { provider, version }
  }

  async platform(
    ctx: OperationContext,
    address: EngineProviderAddress,
    number: string,
    { os, arch }: { os: string; arch: string },
  ): Promise<PublishedPlatform> {
    const found = await this.version(ctx, address, number)
    const platform = found.version.platforms.find((each) => each.os === os && each.arch === arch)
    if (!platform) throw notFound()
    return { ...found, platform }
  }

  /** Private providers of other organizations that the caller may use, by namespace and name, of which `search` is a part. */
  async listShared(ctx: OperationContext, search: string, page: Page): Promise<Paged<RegistryProvider>> {
    if (ctx.actor.type === 'anonymous') throw unauthenticated()
    if (this.parts.registrySharing.visibility(ctx, 'providers') === 'none')
      return { items: [], totalCount: 0, page }
    return this.parts.providers.listShared(ctx, search, page)
  }

  /** Finds a provider, also one of the caller's own organizations; only while it has anything to install. */
  async findInstallable(ctx: OperationContext, id: string): Promise<RegistryProvider> {
    const { provider } = await this.parts.access.providerById(ctx, id, 'providers:use')
    const versions = (await this.versionsOf(ctx, [provider])).get(id) ?? []
    if (versions.length === 0) throw notFound()
    return provider
  }

  /** Lists what can be installed of providers that the caller has looked up, newest first, by their ids. */
  async versionsOf(
    ctx: OperationContext,
    providers: readonly RegistryProvider[],
  ): Promise<ReadonlyMap<string, readonly PublishedProviderVersion[]>> {
    const listed = providers.filter((provider) => !isRevoked(provider))
    const versions = await this.parts.versions.findPublishedOf(ctx, listed)
    return new Map(
      providers.map(({ id }) => [
        id,
        versions.filter((version) => version.providerId === id && !isRevoked(version) && isReadable(version)),
      ]),
    )
  }

  private async provider(
    ctx: OperationContext,
    { namespace, name }: EngineProviderAddress,
  ): Promise<RegistryProvider> {
    const address = { organization: namespace, registryName: 'private', namespace, name }
    return (await this.parts.access.provider(ctx, address, 'providers:use')).provider
  }
}

/** Tells whether the CLI reads its number: one that it does not, taken by a former release, fails a whole list. */
const isReadable = ({ version }: PublishedProviderVersion): boolean => hasReadableNumbers(version)
