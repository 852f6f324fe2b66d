import { graphql } from '~/data/generated'
import type { DeprecationFactsFragment } from '~/data/generated/graphql'
import { DeprecationStatusBadge } from '~/ui/deprecation-status-badge'

/** Of module versions, providers and their versions alike. */
export const DeprecationFacts = graphql(`
  fragment DeprecationFacts on Deprecation {
    status
    reason
    link
  }
`)

export type Deprecation = DeprecationFactsFragment

/** What can be deprecated, and how its dialogs call it. */
export type Deprecatable = {
  id: string
  label: string
  deprecation: Deprecation | null
}

export const DeprecationBadge = ({ deprecation }: { deprecation: Deprecation | null }) =>
  deprecation && <DeprecationStatusBadge status={deprecation.status} />
