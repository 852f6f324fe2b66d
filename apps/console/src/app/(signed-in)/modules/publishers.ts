import { cache } from 'react'
import { graphql } from '../../../data/generated'
import { ask } from '../../../session/ask'

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

/** The names of the viewer's own organizations, the first hundred, where they may make modules. */
export const organizationsToPublishIn = cache(async (): Promise<string[]> => {
  const { viewer } = await ask(ModulePublishers, {})
  const mine = viewer?.organizations.nodes ?? []
  return mine.filter(({ permissions }) => permissions.includes('MODULES_WRITE')).map(({ name }) => name)
})
