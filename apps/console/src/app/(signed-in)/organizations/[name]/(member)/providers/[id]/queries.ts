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
      sourceUrl
      downloads
      createdAt
      updatedAt
      consumers(days: 30, page: { size: 8 }) {
        nodes {
          organizationId
          organizationName
          count
        }
        totalCount
      }
      newest: versions(page: { size: 20 }) {
        nodes {
          version
          published
          docsUploadedAt
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

/** The beginning of the documentation of a version, and its differences from the release before. */
export const ProviderOverview = graphql(`
  query ProviderOverview($providerId: ID!, $version: String!) {
    providerDocumentation(providerId: $providerId, version: $version) {
      version
      doc(category: OVERVIEW, slug: "index") {
        id
        text {
          ...Readme
        }
      }
      ...DocsChangesFacts
    }
  }
`)
