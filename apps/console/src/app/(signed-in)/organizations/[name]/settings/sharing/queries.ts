import { graphql } from '~/data/generated'

/** One page of those that may use the modules; the server asks for all of them, page by page. */
export const OrganizationSharingQuery = graphql(`
  query OrganizationSharing($name: String!, $page: PageInput!) {
    siteOrganization(name: $name) {
      ...OrganizationSharingFacts
      moduleConsumers(page: $page) {
        nodes {
          id
          name
          isDisabled
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  }
`)

export const OrganizationSharingFacts = graphql(`
  fragment OrganizationSharingFacts on SiteOrganization {
    id
    name
    updatedAt
    isDisabled
    globalModuleSharing
  }
`)

/** Who would gain and who would lose the modules. */
export const SharingPreviewQuery = graphql(`
  query SharingPreview($name: String!, $input: SharingPreviewInput!) {
    siteOrganization(name: $name) {
      sharingPreview(input: $input) {
        gains(page: { size: 8 }) {
          nodes {
            id
            name
          }
          totalCount
        }
        loses(page: { size: 8 }) {
          nodes {
            id
            name
          }
          totalCount
        }
      }
    }
  }
`)
