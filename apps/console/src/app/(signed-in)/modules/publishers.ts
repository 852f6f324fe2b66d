import { cache } from 'react'
import { graphql } from '~/data/generated'
import { ask } from '~/session/ask'

const ModulePublishers = graphql(`
  query ModulePublishers {
    viewer {
      organizations(page: { size: 100 }) {
        nodes {
          id
          name
          permissions
        }
      }
    }
  }
`)

/** The viewer's own organizations, the first hundred. */
const ownOrganizations = cache(
  async () => (await ask(ModulePublishers, {})).viewer?.organizations.nodes ?? [],
)

/** Whether the viewer is in an organization at all. */
export const belongsSomewhere = async (): Promise<boolean> => (await ownOrganizations()).length > 0

/** The names of those where the viewer may make modules. */
export async function organizationsToPublishIn(): Promise<string[]> {
  const mine = await ownOrganizations()
  return mine.filter(({ permissions }) => permissions.includes('MODULES_WRITE')).map(({ name }) => name)
}
