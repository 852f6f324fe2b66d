import { cliTokenVariable } from '@engine/shared'
import {
  type CliFacts,
  credentialsBlock,
  hostBlock,
  serviceAt,
} from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/words'

/** A host that public providers are registered at; of the public registry's the modules come through here too. */
export type Origin = { host: string; isMain: boolean }

const baseOf = ({ publicUrl }: CliFacts, { host, isMain }: Origin): string =>
  `${publicUrl}/api/registry/public${isMain ? '' : `/${host}`}`

/**
 * What makes the CLI ask here for the providers of an origin. The block stands in for all that the host says of itself:
 * without the modules the CLI would find none of them there.
 */
export function originConfiguration(cli: CliFacts, origin: Origin): string {
  const base = baseOf(cli, origin)
  const modules = origin.isMain ? [serviceAt(base, 'modules')] : []
  const block = hostBlock(origin.host, [...modules, serviceAt(base, 'providers')])
  return `${block}\n\n${credentialsBlock(origin.host)}`
}

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
