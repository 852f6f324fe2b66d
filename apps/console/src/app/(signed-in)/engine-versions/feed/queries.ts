import { useMutation } from '@tanstack/react-query'
import { graphql } from '../../../../data/generated'
import type {
  ReleaseFeedDifferenceFactsFragment,
  ReleaseFeedTakeOverInput,
} from '../../../../data/generated/graphql'
import { request } from '../../../../data/request'
import { useEngineVersionsChanged } from '../changes'

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
          number
          size
          totalPages
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

const ReleaseFeedTakeOver = graphql(`
  mutation ReleaseFeedTakeOver($input: ReleaseFeedTakeOverInput!) {
    releaseFeedTakeOver(input: $input) {
      engineVersions {
        id
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

/** What is refused comes back as `userErrors`; a failure is shown as a toast and rejects. */
export function useTakeOver() {
  const changed = useEngineVersionsChanged()
  return useMutation({
    mutationFn: async (input: ReleaseFeedTakeOverInput) =>
      (await request(ReleaseFeedTakeOver, { input })).releaseFeedTakeOver,
    // Also what was refused as stale: what is shown is what it was refused for.
    onSuccess: () => changed(),
  })
}
