import { graphql } from '../../../../../data/generated'

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
    siteOrganizations(page: { size: 1 }) {
      totalCount
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

export const ConsumerCandidates = graphql(`
  query ConsumerCandidates($search: String!) {
    siteOrganizations(filter: { search: $search }, page: { size: 20 }) {
      nodes {
        id
        name
        isDisabled
      }
      totalCount
    }
  }
`)
