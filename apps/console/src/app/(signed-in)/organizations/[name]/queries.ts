import { graphql } from '~/data/generated'
import type { OrganizationDetailQuery } from '~/data/generated/graphql'

/** Facts for the head and the navigation of an organization's pages: as its members see it, and as the site does. */
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
      registryModules(page: { size: 1 }) {
        totalCount
      }
      registryProviders(page: { size: 1 }) {
        totalCount
      }
      workspaces(page: { size: 1 }) {
        totalCount
      }
      memberships(status: ACTIVE, page: { size: 1 }) {
        totalCount
      }
      teams(page: { size: 1 }) {
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
      isDisabled
      workspaceLimit
      quotas {
        kind
        used
        limit
      }
      figures {
        workspaces
        outdatedWorkspaces
        modules
        providers
        failedUploads
        members
        teams
        owners
        lastActivityAt
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
