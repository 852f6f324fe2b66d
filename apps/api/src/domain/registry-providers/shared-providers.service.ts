import type { OperationContext } from '../../kernel/context.js'
import { notFound, unauthenticated } from '../../kernel/errors.js'
import type { Page, Paged } from '../../kernel/page.js'
import { isRevoked } from '../deprecation.js'
import type { ProviderParts } from './provider-parts.js'
import type { RegistryProvider } from './registry-provider.js'
import type { PublishedProviderVersion } from './registry-provider-version.js'
import type { SharedProvidersStore } from './shared-providers.store.js'

/**
 * The private providers of other organizations that the caller may use, as people look through them: of each no more
 * than what can be installed. Access is decided as for the registry protocol.
 */
export class SharedProvidersService {
  constructor(private readonly parts: ProviderParts & { readonly shared: SharedProvidersStore }) {}

  /** By namespace and name; `search` is a part of one of them, in any case. */
  async list(ctx: OperationContext, search: string, page: Page): Promise<Paged<RegistryProvider>> {
    if (ctx.actor.type === 'anonymous') throw unauthenticated()
    if (this.parts.registrySharing.visibility(ctx, 'providers') === 'none')
      return { items: [], totalCount: 0, page }
    const found = await this.parts.shared.list(ctx, search, page)
    const providers = await this.parts.providers.findByIds(ctx, found.items)
    return { ...found, items: found.items.flatMap((id) => providers.get(id) ?? []) }
  }

  /** Also one of the caller's own organizations; only while it has anything to install. */
  async find(ctx: OperationContext, id: string): Promise<RegistryProvider> {
    const { provider } = await this.parts.access.providerById(ctx, id, 'providers:use')
    const versions = (await this.versionsOf(ctx, [provider])).get(id) ?? []
    if (versions.length === 0) throw notFound()
    return provider
  }

  /** What can be installed of providers that were found before, newest first, by their ids. */
  async versionsOf(
    ctx: OperationContext,
    providers: readonly RegistryProvider[],
  ): Promise<ReadonlyMap<string, readonly PublishedProviderVersion[]>> {
    const listed = providers.filter((provider) => !isRevoked(provider))
    const versions = await this.parts.versions.findPublishedOfMany(ctx, listed)
    return new Map(
      providers.map(({ id }) => [
        id,
        versions.filter((version) => version.providerId === id && !isRevoked(version)),
      ]),
    )
  }
}
