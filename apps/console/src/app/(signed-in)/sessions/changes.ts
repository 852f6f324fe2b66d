'use client'

import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'

const SessionDelete = graphql(`
  mutation SessionDelete($input: SessionDeleteInput!) {
    sessionDelete(input: $input) {
      deletedId
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const UserSessionsDelete = graphql(`
  mutation UserSessionsDelete($input: UserSessionsDeleteInput!) {
    userSessionsDelete(input: $input) {
      deletedCount
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

export const useEndSession = () => useChange(SessionDelete)
export const useEndOtherSessions = () => useChange(UserSessionsDelete)
