import { isEngineVersion } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { notFound } from '../../kernel/errors.js'
import type { EnginePolicyService } from '../engine-sightings/engine-policy.service.js'
import { isRevoked } from '../deprecation.js'
import type { ProviderAccessService } from './provider-access.service.js'
import { warningsOf } from './provider-warnings.js'
import type { RegistryProvider } from './registry-provider.js'
import type { RegistryProviderPlatform } from './registry-provider-platform.js'
import type { PublishedProviderVersion } from './registry-provider-version.js'
import type { RegistryProviderVersionsStore } from './registry-provider-versions.store.js'

/** How the engine names a provider. */
export interface EngineProviderAddress {
  readonly namespace: string
  readonly name: string
}

export interface PublishedVersionOfProvider {
  readonly provider: RegistryProvider
  readonly version: PublishedProviderVersion
}

export interface PublishedPlatform extends PublishedVersionOfProvider {
  readonly platform: RegistryProviderPlatform
}

/** What the engine may install: for members of the organization, and of those that it shares with (contract §12). */
export class PublishedProvidersService {
  constructor(
    private readonly versions: RegistryProviderVersionsStore,
    private readonly access: ProviderAccessService,
    private readonly enginePolicy: EnginePolicyService,
  ) {}

  /** Newest first, without what is revoked; with what is to be said of the others and of the caller's engine (contract §12). */
  async list(
    ctx: OperationContext,
    address: EngineProviderAddress,
  ): Promise<{
    readonly provider: RegistryProvider
    readonly versions: readonly PublishedProviderVersion[]
    readonly warnings: readonly string[]
  }> {
    const provider = await this.provider(ctx, address)
    const published = isRevoked(provider) ? [] : await this.versions.findPublishedOf(ctx, provider)
    const versions = published.filter((version) => !isRevoked(version))
    const verdict = await this.enginePolicy.ofCaller(ctx, provider.organizationId)
    const warnings = [...(verdict ? [verdict.sentence] : []), ...warningsOf(provider, versions)]
    return { provider, versions, warnings }
  }

  /** Also one that is revoked, by itself or with its provider. */
  async version(
    ctx: OperationContext,
    address: EngineProviderAddress,
    number: string,
  ): Promise<PublishedVersionOfProvider> {
    const provider = await this.provider(ctx, address)
    const [version] = isEngineVersion(number)
      ? await this.versions.findPublishedOf(ctx, provider, number)
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

  private async provider(
    ctx: OperationContext,
    { namespace, name }: EngineProviderAddress,
  ): Promise<RegistryProvider> {
    const address = { organization: namespace, registryName: 'private', namespace, name }
    return (await this.access.provider(ctx, address, 'providers:use')).provider
  }
}
