import { graphql } from '~/data/generated'

export const OrganizationUpdate = graphql(`
  mutation OrganizationUpdate($input: SiteOrganizationUpdateInput!) {
    siteOrganizationUpdate(input: $input) {
      organization {
        updatedAt
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)
