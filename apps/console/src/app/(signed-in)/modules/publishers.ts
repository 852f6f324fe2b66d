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

/** Where the viewer may make modules, among the first hundred organizations they are in; and whether they are in any. */
export async function findPublishers(): Promise<{ names: string[]; belongs: boolean }> {
  const mine = (await ask(ModulePublishers, {})).viewer?.organizations.nodes ?? []
  const publishers = mine.filter(({ permissions }) => permissions.includes('MODULES_WRITE'))
  return { names: publishers.map(({ name }) => name), belongs: mine.length > 0 }
}
