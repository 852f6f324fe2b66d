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

export const belongsSomewhere = async (): Promise<boolean> => (await ownOrganizations()).length > 0

export async function organizationsToPublishIn(): Promise<string[]> {
  const mine = await ownOrganizations()
  return mine.filter(({ permissions }) => permissions.includes('MODULES_WRITE')).map(({ name }) => name)
}
