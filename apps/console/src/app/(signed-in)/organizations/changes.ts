'use client'

import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'

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

/** What shows organizations; what lies behind a disabled one is among it. */
export const organizationAreas = ['organizations', 'viewer'] as const

export const useUpdateOrganization = () => useChange(OrganizationUpdate, organizationAreas)

/** Replaces the list of those that may use the modules, which ends sharing with all. */
export const useSetConsumers = () => useChange(OrganizationConsumersSet, organizationAreas)
export const useDeleteOrganization = () => useChange(OrganizationDelete, organizationAreas)
