import type { OperationContext } from '../../kernel/context.js'
import {
  requesterOf,
  partsOf,
  type ListedOfOrigin,
  PublicRegistryError,
  type PublicAnswer,
  type PublicRegistry,
} from '../../kernel/public-registry.js'
import type { RegistryProvider } from './registry-provider.js'

/** A version as the public registry lists it. */
export interface PublicProviderVersion {
  readonly version: string
  readonly protocols: readonly string[]
  /** Such as `linux/amd64`, in alphabetical order. */
  readonly platforms: readonly string[]
}

export interface PublicProviderVersions {
  /** Newest first. */
  readonly versions: readonly PublicProviderVersion[]
  /** Why they could not be read, in a sentence. */
  readonly failure: string | null
}

const failed = (failure: string): PublicProviderVersions => ({ versions: [], failure })

/** What the public registry says of the providers that organizations point to there (contract §6 and §8). */
export class PublicProvidersService {
  constructor(
    private readonly registry: PublicRegistry,
    private readonly documents: {
      readonly listing: (bytes: Buffer) => Promise<ListedOfOrigin | undefined>
    },
  ) {}

  /** Of a public provider that the caller was shown; null where no public registry is set up. Its failure is an answer, not an error. */
  async versions(
    ctx: OperationContext,
    { namespace, name }: Pick<RegistryProvider, 'namespace' | 'name'>,
  ): Promise<PublicProviderVersions | null> {
    try {
      const path = `/v1/providers/${namespace}/${name}/versions`
      return await this.read(await this.registry.ask(path, requesterOf(ctx)))
    } catch (error) {
      if (!(error instanceof PublicRegistryError)) throw error
      return error.fault === 'unset' ? null : failed(error.message)
    }
  }

  private async read(answer: PublicAnswer): Promise<PublicProviderVersions> {
    if (answer.kind !== 'document') return failed('The public registry does not know this provider')
    const listed = await this.documents.listing(answer.bytes)
    if (!listed) return failed('The public registry answered with no list of versions')
    const versions = listed.numbers.map((version, index) => ({
      version,
      protocols: partsOf(listed.protocols[index] ?? ''),
      platforms: partsOf(listed.platforms[index] ?? ''),
    }))
    return { versions, failure: null }
  }
}
