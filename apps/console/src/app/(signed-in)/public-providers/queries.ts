import { graphql } from '~/data/generated'

/** Facts above the list, queried by the server so that the list does not move. */
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
    publicProviderStore {
      isOn
      files
      bytes
      importedBytes
      lastingBytes
      limit
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
