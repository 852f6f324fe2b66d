import { graphql } from '~/data/generated'
import type { ProviderDetailQuery } from '~/data/generated/graphql'

export const ProviderDetail = graphql(`
  query ProviderDetail($id: ID!) {
    registryProvider(id: $id) {
      organization {
        id
        name
      }
      usedByWorkspaces
      newest: versions(page: { size: 20 }) {
        nodes {
          version
          published
          deprecation {
            status
          }
        }
      }
      ...ProviderActionFacts
    }
    cli {
      publicUrl
      words
    }
    publicProviderSettings {
      mainOrigin
    }
  }
`)

export type FoundProvider = NonNullable<ProviderDetailQuery['registryProvider']>
