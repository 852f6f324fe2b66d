import type { OperationContext } from '../../kernel/context.js'
import type { StoreDatabase } from '../store.js'
import type { ProviderAccess } from './registry-provider.js'
import type { RegistryProviderPlatform } from './registry-provider-platform.js'
import type { ProviderVersionAccess } from './registry-provider-version.js'

export type TakenPlatform = Pick<RegistryProviderPlatform, 'os' | 'arch' | 'filename' | 'shasum'>

/** What was published of providers. It outlives them, so that no number ever stands for other files (contract §10). */
export class TakenProviderPlatformsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** From here on the number is taken for good, and so are the files of its platforms. */
  async take(ctx: OperationContext, { provider, version }: ProviderVersionAccess): Promise<void> {
    const number = numberOf(provider, version.version)
    const data = version.platforms.map(({ os, arch, filename, shasum }) => {
      return { ...number, os, arch, filename, shasum: shasum.toLowerCase(), takenAt: ctx.clock.now() }
    })
    await this.database.of(ctx).takenProviderPlatform.createMany({ data, skipDuplicates: true })
  }

  /** Those that the version ever had while it was published; none: it never was. */
  async list(
    ctx: OperationContext,
    { provider }: Pick<ProviderAccess, 'provider'>,
    version: string,
  ): Promise<TakenPlatform[]> {
    const select = { os: true, arch: true, filename: true, shasum: true } as const
    const where = numberOf(provider, version)
    return this.database.of(ctx).takenProviderPlatform.findMany({ where, select })
  }
}

/** A number of a provider, whether the provider is still there or not; its namespace is the organization's. */
function numberOf(
  { organizationId, name }: ProviderAccess['provider'],
  version: string,
): { organizationId: string; providerKey: string; version: string } {
  return { organizationId, providerKey: name.toLowerCase(), version }
}
