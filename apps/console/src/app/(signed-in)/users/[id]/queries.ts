import { graphql } from '~/data/generated'

export const UserDetail = graphql(`
  query UserDetail($id: ID!) {
    user(id: $id) {
      ...UserRow
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
        nodes {
          ...SessionRow
        }
        pageInfo {
          ...PageFacts
        }
        totalCount
      }
    }
  }
`)
