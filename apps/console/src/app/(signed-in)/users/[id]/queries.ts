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
      organizations(page: { size: 50 }) {
        nodes {
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
        totalCount
      }
    }
    activeAdministrators: users(filter: { isSiteAdmin: true, isSuspended: false }, page: { size: 1 }) {
      totalCount
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
