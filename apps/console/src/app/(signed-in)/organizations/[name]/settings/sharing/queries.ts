import { graphql } from '~/data/generated'

/** One page of those that may use what it shares; the server asks for all of them, page by page. */
export const OrganizationSharingQuery = graphql(`
  query OrganizationSharing($name: String!, $page: PageInput!) {
    siteOrganization(name: $name) {
      ...OrganizationSharingFacts
      moduleConsumers(page: $page) {
        nodes {
          id
          name
          sharingEndsAt
        }
        pageInfo {
          hasNextPage
        }
      }
      providerConsumers(page: $page) {
        nodes {
          id
          name
          sharingEndsAt
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
    globalProviderSharing
  }
`)

/** Who would gain and who would lose the modules and the providers. */
export const SharingPreviewQuery = graphql(`
  query SharingPreview($name: String!, $modules: SharingPreviewInput!, $providers: SharingPreviewInput!) {
    siteOrganization(name: $name) {
      modules: sharingPreview(input: $modules) {
        ...SharingPreviewFacts
      }
      providers: sharingPreview(input: $providers) {
        ...SharingPreviewFacts
      }
    }
  }
`)

export const SharingPreviewFacts = graphql(`
  fragment SharingPreviewFacts on SharingPreview {
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
`)
