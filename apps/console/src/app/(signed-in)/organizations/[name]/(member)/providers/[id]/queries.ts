import { graphql } from '~/data/generated'
import type { ProviderDetailQuery } from '~/data/generated/graphql'

/** Asked by the server for the first sight of the page, and by the browser from then on. */
export const ProviderDetail = graphql(`
  query ProviderDetail($id: ID!) {
    registryProvider(id: $id) {
      organization {
        id
      }
      usedByWorkspaces
      newest: versions(page: { size: 20 }) {
        nodes {
          version
          published
        }
      }
      ...ProviderActionFacts
    }
    cli {
      publicUrl
      words
    }
  }
`)

export type FoundProvider = NonNullable<ProviderDetailQuery['registryProvider']>

export type CliFacts = ProviderDetailQuery['cli']
