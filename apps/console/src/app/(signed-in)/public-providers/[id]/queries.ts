import { graphql } from '~/data/generated'

/** Asked by the server for the first sight of the page, and by the browser from then on. */
export const PublicProviderDetail = graphql(`
  query PublicProviderDetail($id: ID!) {
    publicProviderSettings {
      rule
      cooldown
      origins {
        host
        isSealed
      }
    }
    sitePublicProvider(id: $id) {
      warnings
      firstSeenAt
      lookedAt
      comparedAt
      lookError
      wanted {
        organizationId
        organization
        count
        lastAt
      }
      ...PublicProviderActionFacts
      versions(page: { size: 1 }) {
        totalCount
      }
      alteredVersions(page: { size: 1 }) {
        nodes {
          alteration
          differences {
            filename
            first
            now
          }
          ...PublicProviderVersionActionFacts
        }
        totalCount
      }
    }
  }
`)
