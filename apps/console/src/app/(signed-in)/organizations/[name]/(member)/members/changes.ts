import { graphql } from '~/data/generated'

export const TeamMembershipsAdd = graphql(`
  mutation TeamMembershipsAdd($input: TeamMembershipsInput!) {
    teamMembershipsAdd(input: $input) {
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)
