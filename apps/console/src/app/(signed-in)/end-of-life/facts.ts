import { graphql } from '~/data/generated'
import type { EndOfLifeFactsFragment } from '~/data/generated/graphql'

/** Of engine versions, and of the versions of modules and providers alike. */
export const EndOfLifeFacts = graphql(`
  fragment EndOfLifeFacts on EndOfLife {
    date
    reason
  }
`)

export type EndOfLife = EndOfLifeFactsFragment
