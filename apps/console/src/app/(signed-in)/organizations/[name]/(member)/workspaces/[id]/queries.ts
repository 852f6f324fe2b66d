import { graphql } from '~/data/generated'

/** Asked by the server for the page, and by the browser after a change. */
export const WorkspaceDetail = graphql(`
  query WorkspaceDetail($id: ID!) {
    workspace(id: $id) {
      updatedAt
      organization {
        id
      }
      ...WorkspaceRow
    }
  }
`)
