import { graphql } from '~/data/generated'
import type { OrganizationDetailQuery } from '~/data/generated/graphql'

/** What the frame of its pages shows: as its members see it, and as the site does. */
export const OrganizationFrame = graphql(`
  query OrganizationFrame($name: String!, $forSite: Boolean!) {
    organization(name: $name) {
      id
      name
      permissions
      ssoGroups
      outdated: workspaces(needsUpgrade: true, page: { size: 1 }) {
        totalCount
      }
    }
    siteOrganization(name: $name) @include(if: $forSite) {
      name
      permissions
      ...OrganizationBadgeFacts
      ...OrganizationActionFacts
    }
  }
`)

export const OrganizationDetail = graphql(`
  query OrganizationDetail($name: String!) {
    siteOrganization(name: $name) {
      id
      name
      email
      createdAt
      updatedAt
      workspaceLimit
      quotas {
        kind
        used
        limit
      }
      applyTimeout
      planTimeout
      effectiveApplyTimeout
      effectivePlanTimeout
      workerSudoEnabled
      enginePolicy
      effectiveEnginePolicy
      publicProviders
      effectivePublicProviders
      providerCooldown
      effectiveProviderCooldown
      disableConsequences {
        workspaces
        members
        modules
      }
      owners {
        id
        username
        email
      }
      globalModuleSharing
      globalProviderSharing
      moduleConsumers(page: { size: 5 }) {
        nodes {
          id
          name
          sharingEndsAt
        }
        totalCount
      }
      providerConsumers(page: { size: 5 }) {
        nodes {
          id
          name
          sharingEndsAt
        }
        totalCount
      }
      ...OrganizationBadgeFacts
    }
  }
`)

export type FoundOrganization = NonNullable<OrganizationDetailQuery['siteOrganization']>
