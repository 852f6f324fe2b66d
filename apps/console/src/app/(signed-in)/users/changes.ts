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

const UserEmailSet = graphql(`
  mutation UserEmailSet($input: UserEmailSetInput!) {
    userEmailSet(input: $input) {
      user {
        id
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const UserDelete = graphql(`
  mutation UserDelete($input: UserDeleteInput!) {
    userDelete(input: $input) {
      deletedId
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const UserPasswordLinkCreate = graphql(`
  mutation UserPasswordLinkCreate($input: UserActInput!) {
    userPasswordLinkCreate(input: $input) {
      invitationUrl
      userErrors {
        ...UserErrorFacts
      }
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

/** What shows users; who one is oneself may have changed with them. */
export const userAreas = ['users', 'organizations', 'viewer', 'sessions', 'tokens'] as const

/** What is done to a user for a reason, and answers with the user. */
export const useUserActs = () => ({
  suspend: useChange(UserSuspend, userAreas),
  unsuspend: useChange(UserUnsuspend, userAreas),
  grantAdmin: useChange(UserAdminGrant, userAreas),
  revokeAdmin: useChange(UserAdminRevoke, userAreas),
  revokeTokens: useChange(UserTokensRevoke, userAreas),
  disableTwoFactor: useChange(UserTwoFactorDisable, userAreas),
})

export const useSetEmail = () => useChange(UserEmailSet, userAreas)
export const useDeleteUser = () => useChange(UserDelete, userAreas)

/** Makes a one-time link to a new password, which no page shows again; an earlier one ends. */
export const useCreatePasswordLink = () => useChange(UserPasswordLinkCreate, [])
