'use client'

import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'

export const UserPayloadFacts = graphql(`
  fragment UserPayloadFacts on UserPayload {
    user {
      id
    }
    userErrors {
      ...UserErrorFacts
    }
  }
`)

const UserSuspend = graphql(`
  mutation UserSuspend($input: UserActInput!) {
    userSuspend(input: $input) {
      ...UserPayloadFacts
    }
  }
`)

const UserUnsuspend = graphql(`
  mutation UserUnsuspend($input: UserActInput!) {
    userUnsuspend(input: $input) {
      ...UserPayloadFacts
    }
  }
`)

const UserAdminGrant = graphql(`
  mutation UserAdminGrant($input: UserActInput!) {
    userAdminGrant(input: $input) {
      ...UserPayloadFacts
    }
  }
`)

const UserAdminRevoke = graphql(`
  mutation UserAdminRevoke($input: UserActInput!) {
    userAdminRevoke(input: $input) {
      ...UserPayloadFacts
    }
  }
`)

const UserTwoFactorDisable = graphql(`
  mutation UserTwoFactorDisable($input: UserActInput!) {
    userTwoFactorDisable(input: $input) {
      ...UserPayloadFacts
    }
  }
`)

const UserTokensRevoke = graphql(`
  mutation UserTokensRevoke($input: UserActInput!) {
    userTokensRevoke(input: $input) {
      ...UserPayloadFacts
    }
  }
`)

/** What is done to a user for a reason, and answers with the user. */
export const useUserActs = () => ({
  suspend: useChange(UserSuspend),
  unsuspend: useChange(UserUnsuspend),
  grantAdmin: useChange(UserAdminGrant),
  revokeAdmin: useChange(UserAdminRevoke),
  revokeTokens: useChange(UserTokensRevoke),
  disableTwoFactor: useChange(UserTwoFactorDisable),
})
