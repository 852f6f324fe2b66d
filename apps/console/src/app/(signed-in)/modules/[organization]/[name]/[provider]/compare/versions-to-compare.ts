import { graphql } from '~/data/generated'
import { textOf } from '../address'

/** Facts that decide which two versions are compared. */
export const VersionsToCompare = graphql(`
  fragment VersionsToCompare on RegistryModule {
    newestVersion {
      version
      deprecation {
        status
      }
    }
    versions(page: { size: 100 }) {
      nodes {
        version
        status
        deprecation {
          status
        }
      }
      totalCount
    }
  }
`)

type Module = {
  newestVersion: { version: string } | null
  /** Newest first. */
  versions: { nodes: readonly { version: string; status: string }[] }
}

type Asked = Record<string, string | string[] | undefined>

/**
 * Returns the versions in the address, by default the newest and the one before; undefined if there are no
 * two.
 */
export function versionsToCompare(module: Module, asked: Asked): { from: string; to: string } | undefined {
  const to = textOf(asked['to']) ?? module.newestVersion?.version
  const published = module.versions.nodes.filter(({ status }) => status === 'OK')
  const before = published[published.findIndex(({ version }) => version === to) + 1]
  const from = textOf(asked['from']) ?? before?.version
  return to === undefined || from === undefined ? undefined : { from, to }
}
