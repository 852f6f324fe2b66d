import { graphql } from '~/data/generated'

export const UserDetail = graphql(`
  query UserDetail($id: ID!) {
    user(id: $id) {
      ...UserRow
      lastSignedInAt
      accessCounts {
        tokens
        serviceTokens
        links
      }
      organizations(page: { size: 20 }) {
        nodes {
          ...UserOrganizationFacts
        }
        totalCount
      }
      sessions(page: { size: 1 }) {
        totalCount
      }
    }
    activeAdministrators: users(filter: { isSiteAdmin: true, isSuspended: false }, page: { size: 1 }) {
      totalCount
    }
  }
`)

export const UserOrganizationFacts = graphql(`
  fragment UserOrganizationFacts on UserOrganization {
    id
    name
    isDisabled
    isOwner
    teams(page: { size: 10 }) {
      nodes {
        id
        name
      }
      totalCount
    }
  }
`)

/** Organizations of a user, page by page, where the first ones are not all. */
export const UserOrganizations = graphql(`
  query UserOrganizations($id: ID!, $page: PageInput!) {
    user(id: $id) {
      organizations(page: $page) {
        nodes {
          ...UserOrganizationFacts
        }
      }
    }
  }
`)

export const SessionsOfUser = graphql(`
  query SessionsOfUser($id: ID!, $page: PageInput!) {
    user(id: $id) {
      sessions(page: $page) {
        ...SessionPage
      }
    }
  }
`)
