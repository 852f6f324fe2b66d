import { graphql } from '~/data/generated'

/** Asked by the server to fill the form, and by the browser when somebody else was faster. */
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
