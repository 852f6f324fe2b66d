import { graphql } from '~/data/generated'

/** Asked by the server to fill the form, and by the browser after another user's change. */
export const TeamFormQuery = graphql(`
  query TeamForm($id: ID!) {
    team(id: $id) {
      organization {
        id
      }
      ...TeamFormFacts
    }
  }
`)
