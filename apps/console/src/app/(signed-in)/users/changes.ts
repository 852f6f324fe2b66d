'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { graphql } from '../../../data/generated'
import type {
  UserActInput,
  UserEmailSetInput,
  UserPayloadFactsFragment,
} from '../../../data/generated/graphql'
import { request } from '../../../data/request'

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
    result: userSuspend(input: $input) {
      ...UserPayloadFacts
    }
  }
`)

const UserUnsuspend = graphql(`
  mutation UserUnsuspend($input: UserActInput!) {
    result: userUnsuspend(input: $input) {
      ...UserPayloadFacts
    }
  }
`)

const UserAdminGrant = graphql(`
  mutation UserAdminGrant($input: UserActInput!) {
    result: userAdminGrant(input: $input) {
      ...UserPayloadFacts
    }
  }
`)

const UserAdminRevoke = graphql(`
  mutation UserAdminRevoke($input: UserActInput!) {
    result: userAdminRevoke(input: $input) {
      ...UserPayloadFacts
    }
  }
`)

const UserTwoFactorDisable = graphql(`
  mutation UserTwoFactorDisable($input: UserActInput!) {
    result: userTwoFactorDisable(input: $input) {
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
    result: userTokensRevoke(input: $input) {
      ...UserPayloadFacts
    }
  }
`)

const acts = {
  suspend: UserSuspend,
  unsuspend: UserUnsuspend,
  grantAdmin: UserAdminGrant,
  revokeAdmin: UserAdminRevoke,
  revokeTokens: UserTokensRevoke,
  disableTwoFactor: UserTwoFactorDisable,
}

export type Act = keyof typeof acts

/** Lets everything that shows users ask again; who one is oneself may have changed with them. */
export function useUsersChanged(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      ['users', 'organizations', 'viewer', 'sessions', 'tokens'].map((area) =>
        client.invalidateQueries({ queryKey: [area] }),
      ),
    )
  }
}

/** What is refused comes back as `userErrors`; a failure is shown as a toast and rejects. */
export function useUserAct() {
  const changed = useUsersChanged()
  return useMutation({
    mutationFn: async ({
      act,
      input,
    }: {
      act: Act
      input: UserActInput
    }): Promise<UserPayloadFactsFragment> => (await request(acts[act], { input })).result,
    onSuccess: () => changed(),
  })
}

export function useSetEmail() {
  const changed = useUsersChanged()
  return useMutation({
    mutationFn: async (input: UserEmailSetInput) => (await request(UserEmailSet, { input })).userEmailSet,
    onSuccess: () => changed(),
  })
}

export function useDeleteUser() {
  const changed = useUsersChanged()
  return useMutation({
    mutationFn: async (input: UserActInput) => (await request(UserDelete, { input })).userDelete,
    onSuccess: () => changed(),
  })
}

/** Makes a one-time link to a new password; an earlier one ends. */
export function useCreatePasswordLink() {
  return useMutation({
    mutationFn: async (input: UserActInput) =>
      (await request(UserPasswordLinkCreate, { input })).userPasswordLinkCreate,
  })
}
