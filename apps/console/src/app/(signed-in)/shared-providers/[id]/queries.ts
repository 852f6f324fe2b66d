import { graphql } from '~/data/generated'
import type { SharedProviderDetailQuery } from '~/data/generated/graphql'

export const SharedProviderFacts = graphql(`
  fragment SharedProviderFacts on SharedRegistryProvider {
    id
    namespace
    name
    deprecation {
      ...DeprecationFacts
    }
    sharing {
      withAll
      organizations
      organizationCount
      endsAt
    }
  }
`)

export const SharedProviderDetail = graphql(`
  query SharedProviderDetail($id: ID!, $page: PageInput!) {
    sharedRegistryProvider(id: $id) {
      ...SharedProviderFacts
      versions(page: $page) {
        nodes {
          id
          version
          protocols
          platforms
          docsUploadedAt
          deprecation {
            ...DeprecationFacts
          }
          endOfLife {
            ...EndOfLifeFacts
          }
        }
      }
    }
    cli {
      publicUrl
      words
    }
  }
`)

export type FoundSharedProvider = NonNullable<SharedProviderDetailQuery['sharedRegistryProvider']>
export type SharedVersion = FoundSharedProvider['versions']['nodes'][number]
export type CliFacts = SharedProviderDetailQuery['cli']
