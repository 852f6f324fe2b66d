import { graphql } from '~/data/generated'
import { ask } from '~/session/ask'

const ModulePublishers = graphql(`
  query ModulePublishers {
    viewer {
      publishers: organizations(permission: MODULES_WRITE, page: { size: 1 }) {
        nodes {
          name
        }
        totalCount
      }
      organizations(page: { size: 1 }) {
        totalCount
      }
    }
  }
`)

type Publishers = {
  /** The first of the organizations where the viewer may create modules. */
  first: string | undefined
  count: number
  /** True if the viewer is in an organization. */
  belongs: boolean
}

/** Finds where the viewer may create modules, and whether they are in an organization. */
export async function findPublishers(): Promise<Publishers> {
  const { publishers, organizations } = (await ask(ModulePublishers, {})).viewer ?? {}
  return {
    first: publishers?.nodes[0]?.name,
    count: publishers?.totalCount ?? 0,
    belongs: (organizations?.totalCount ?? 0) > 0,
  }
}
