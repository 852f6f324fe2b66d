import { graphql } from '~/data/generated'

/** What stands above the list: asked by the server, so that the list does not move. */
export const PublicProvidersStart = graphql(`
  query PublicProvidersStart {
    publicProviderSettings {
      rule
      cooldown
      mainOrigin
      origins {
        host
        isSealed
      }
    }
    sitePublicProviders(filter: { status: WANTED }, page: { size: 3 }) {
      nodes {
        id
        origin
        namespace
        name
        updatedAt
        wanted {
          organizationId
          organization
          count
          lastAt
        }
      }
      totalCount
    }
  }
`)
