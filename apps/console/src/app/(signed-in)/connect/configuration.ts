import { cliTokenVariable, isMadeUpHost, registryHost } from '@engine/shared'
import {
  type CliFacts,
  cliName,
  credentialsBlock,
  hostBlock,
  serviceAt,
} from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/words'

/** A host that public providers are registered at; of the public registry's the modules come through here too. */
export type Origin = { host: string; isMain: boolean }

const baseOf = ({ publicUrl }: CliFacts, { host, isMain }: Origin): string =>
  `${publicUrl}/api/registry/public${isMain ? '' : `/${host}`}`

/**
 * Returns the CLI configuration for the providers of an origin. The block replaces everything that the host
 * says of itself, so it names modules too: without them the CLI would find none there.
 */
export function originConfiguration(cli: CliFacts, origin: Origin): string {
  const base = baseOf(cli, origin)
  const modules = origin.isMain ? [serviceAt(base, 'modules')] : []
  const block = hostBlock(origin.host, [...modules, serviceAt(base, 'providers')])
  return `${block}\n\n${credentialsBlock(origin.host)}`
}

/** The hosts whose providers a network mirror serves: no CLI asks one for a host with a port. */
export function mirroredHosts({ publicUrl }: CliFacts, origins: readonly Origin[]): readonly string[] {
  const own = new URL(publicUrl).port === '' && !isMadeUpHost(publicUrl) ? [registryHost(publicUrl)] : []
  return [...origins.map(({ host }) => host).filter((host) => !/:\d+$/.test(host)), ...own]
}

/** Tells whether a CLI can use this site as a network mirror: it asks none without https. */
export const canMirror = ({ publicUrl }: CliFacts): boolean => new URL(publicUrl).protocol === 'https:'

const mirrorAddress = ({ publicUrl }: CliFacts): string => `${publicUrl}/v1/mirror/`

/** Returns the CLI configuration for all origins at once; without `exclude` it would go on to an origin. */
export function mirrorConfiguration(cli: CliFacts, origins: readonly Origin[]): string {
  const hosts = mirroredHosts(cli, origins).map((host) => `"${host}/*/*"`)
  const block = [
    'provider_installation {',
    '  network_mirror {',
    `    url     = "${mirrorAddress(cli)}"`,
    `    include = [${hosts.join(', ')}]`,
    '  }',
    '  direct {',
    `    exclude = [${hosts.join(', ')}]`,
    '  }',
    '}',
  ]
  return `${block.join('\n')}\n\n${credentialsBlock(registryHost(cli.publicUrl))}`
}

/** Locks providers for further platforms, whose checksums `init` does not get from a mirror. */
export const mirrorLockCommand = (cli: CliFacts): string =>
  `${cliName(cli)} providers lock -net-mirror=${mirrorAddress(cli)} -platform=linux_amd64 -platform=darwin_arm64`

/** The same token for a shell, in place of the second block; undefined where no shell can name the host. */
export function tokenExport({ host }: Origin): string | undefined {
  const variable = cliTokenVariable(host)
  return variable && `export ${variable}="…"`
}

type Settings = { mainOrigin: string | null; origins: readonly { host: string }[] }

/** All origins, that of the public registry first. */
export const originsOf = ({ mainOrigin, origins }: Settings): readonly Origin[] =>
  origins
    .map(({ host }) => ({ host, isMain: host === mainOrigin }))
    .sort((a, b) => Number(b.isMain) - Number(a.isMain))
