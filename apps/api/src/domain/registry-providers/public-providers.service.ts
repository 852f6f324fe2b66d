import { compareVersions, isEngineVersion } from '@engine/shared'
import { z } from 'zod'
import { PublicRegistryError, type PublicAnswer, type PublicRegistry } from '../../kernel/public-registry.js'
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

const platform = z.object({ os: z.string(), arch: z.string() })
const listed = z.object({
  versions: z
    .array(
      z.object({
        version: z.string(),
        protocols: z.array(z.string()).nullish(),
        platforms: z.array(platform).nullish(),
      }),
    )
    .nullish(),
})

const failed = (failure: string): PublicProviderVersions => ({ versions: [], failure })

/** What the public registry says of the providers that organizations point to there (contract §6 and §8). */
export class PublicProvidersService {
  constructor(private readonly registry: PublicRegistry) {}

  /** Of a public provider that the caller was shown; null where no public registry is set up. Its failure is an answer, not an error. */
  async versions({
    namespace,
    name,
  }: Pick<RegistryProvider, 'namespace' | 'name'>): Promise<PublicProviderVersions | null> {
    try {
      return read(await this.registry.ask(`/v1/providers/${namespace}/${name}/versions`))
    } catch (error) {
      if (!(error instanceof PublicRegistryError)) throw error
      return error.fault === 'unset' ? null : failed(error.message)
    }
  }
}

function read(answer: PublicAnswer): PublicProviderVersions {
  if (answer.kind !== 'document') return failed('The public registry does not know this provider')
  const { success, data } = listed.safeParse(JSON.parse(answer.bytes.toString('utf8')))
  if (!success) return failed('The public registry answered with no list of versions')
  const versions = (data.versions ?? [])
    .filter(({ version }) => isEngineVersion(version))
    .map(({ version, protocols, platforms }) => ({
      version,
      protocols: protocols ?? [],
      platforms: (platforms ?? []).map(({ os, arch }) => `${os}/${arch}`).sort(),
    }))
    .sort((one, other) => compareVersions(other.version, one.version))
  return { versions, failure: null }
}
