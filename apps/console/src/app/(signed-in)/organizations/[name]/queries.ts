import { graphql } from '../../../../data/generated'

/** Asked by the server for the first sight of the page, and by the browser from then on. */
export const OrganizationDetail = graphql(`
  query OrganizationDetail($name: String!) {
    siteOrganization(name: $name) {
      id
      name
      email
      createdAt
      updatedAt
      workspaceLimit
      applyTimeout
      planTimeout
      effectiveApplyTimeout
      effectivePlanTimeout
      workerSudoEnabled
      disableConsequences {
        workspaces
      }
      owners {
        id
        username
        email
      }
      moduleConsumers(page: { size: 5 }) {
        nodes {
          id
          name
        }
        totalCount
      }
      ...OrganizationBadgeFacts
      ...OrganizationActionFacts
    }
  }
`)
