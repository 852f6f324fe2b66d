import { graphql } from '~/data/generated'

export const EngineConstraintQuery = graphql(`
  query EngineConstraint($text: String!, $page: PageInput!) {
    engineConstraint(text: $text) {
      faults {
        from
        to
        message
      }
      chosen {
        id
        version
        ...EngineVersionBadgeFacts
      }
      versions(page: $page) {
        nodes {
          ...EngineVersionRow
        }
        pageInfo {
          ...PageFacts
        }
        totalCount
      }
    }
  }
`)
