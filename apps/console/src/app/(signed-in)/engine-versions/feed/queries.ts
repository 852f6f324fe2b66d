import { graphql } from '~/data/generated'
import type { ReleaseFeedDifferenceFactsFragment } from '~/data/generated/graphql'

export type Difference = ReleaseFeedDifferenceFactsFragment

export const ReleaseFeedDifferenceFacts = graphql(`
  fragment ReleaseFeedDifferenceFacts on ReleaseFeedDifference {
    version
    known {
      id
    }
    changes
    archs {
      os
      arch
    }
    official
    beta
    deprecated
    deprecatedReason
    alarms {
      os
      arch
      known
      offered
    }
  }
`)

export const ReleaseFeedQuery = graphql(`
  query ReleaseFeed($page: PageInput!) {
    releaseFeed {
      digest
      same
      differences(page: $page) {
        nodes {
          ...ReleaseFeedDifferenceFacts
        }
        pageInfo {
          ...PageFacts
        }
        totalCount
      }
      faulty(page: { number: 1, size: 20 }) {
        nodes {
          index
          faults {
            message
          }
        }
        totalCount
      }
    }
  }
`)
