import { graphql } from '~/data/generated'
import type { DeprecationFactsFragment } from '~/data/generated/graphql'
import { DeprecationStatusBadge } from '~/ui/feedback/deprecation-status-badge'

/** Facts of the deprecation of module versions, providers and provider versions. */
export const DeprecationFacts = graphql(`
  fragment DeprecationFacts on Deprecation {
    status
    reason
    link
  }
`)

export type Deprecation = DeprecationFactsFragment

/** Object that can be deprecated, with its name in dialogs. */
export type Deprecatable = {
  id: string
  label: string
  deprecation: Deprecation | null
}

export const DeprecationBadge = ({ deprecation }: { deprecation: Deprecation | null }) =>
  deprecation && <DeprecationStatusBadge status={deprecation.status} />
