import { graphql } from '~/data/generated'

/** Asked by the server to fill the form, and by the browser after another user's change. */
export const WorkspaceFormQuery = graphql(`
  query WorkspaceForm($id: ID!) {
    workspace(id: $id) {
      organization {
        id
      }
      ...WorkspaceFormFacts
    }
  }
`)
