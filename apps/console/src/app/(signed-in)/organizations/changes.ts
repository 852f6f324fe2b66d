'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { graphql } from '../../../data/generated'
import type {
  SiteOrganizationDeleteInput,
  SiteOrganizationModuleConsumersSetInput,
  SiteOrganizationUpdateInput,
} from '../../../data/generated/graphql'
import { request } from '../../../data/request'

const OrganizationUpdate = graphql(`
  mutation OrganizationUpdate($input: SiteOrganizationUpdateInput!) {
    siteOrganizationUpdate(input: $input) {
      organization {
        id
        updatedAt
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const OrganizationConsumersSet = graphql(`
  mutation OrganizationConsumersSet($input: SiteOrganizationModuleConsumersSetInput!) {
    siteOrganizationModuleConsumersSet(input: $input) {
      organization {
        id
        updatedAt
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const OrganizationDelete = graphql(`
  mutation OrganizationDelete($input: SiteOrganizationDeleteInput!) {
    siteOrganizationDelete(input: $input) {
      deletedId
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

/** Lets everything that shows organizations ask again; what lies behind a disabled one is among it. */
export function useOrganizationsChanged(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      ['organizations', 'viewer'].map((area) => client.invalidateQueries({ queryKey: [area] })),
    )
  }
}

/** What is refused comes back as `userErrors`; a failure is shown as a toast and rejects. */
export function useUpdateOrganization() {
  const changed = useOrganizationsChanged()
  return useMutation({
    mutationFn: async (input: SiteOrganizationUpdateInput) =>
      (await request(OrganizationUpdate, { input })).siteOrganizationUpdate,
    onSuccess: () => changed(),
  })
}

/** Replaces the list of those that may use the modules, which ends sharing with all. */
export function useSetConsumers() {
  const changed = useOrganizationsChanged()
  return useMutation({
    mutationFn: async (input: SiteOrganizationModuleConsumersSetInput) =>
      (await request(OrganizationConsumersSet, { input })).siteOrganizationModuleConsumersSet,
    onSuccess: () => changed(),
  })
}

export function useDeleteOrganization() {
  const changed = useOrganizationsChanged()
  return useMutation({
    mutationFn: async (input: SiteOrganizationDeleteInput) =>
      (await request(OrganizationDelete, { input })).siteOrganizationDelete,
    onSuccess: () => changed(),
  })
}
