import { graphql } from '~/data/generated'

export const UserSessionsDelete = graphql(`
  mutation UserSessionsDelete($input: UserSessionsDeleteInput!) {
    userSessionsDelete(input: $input) {
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)
