'use client'

import { useState } from 'react'
import { graphql } from '~/data/generated'
import type { EndOfLifeFactsFragment } from '~/data/generated/graphql'
import { dayText } from '~/ui/moment'
import { StateDot } from '~/ui/feedback/state-dot'
import { aheadText } from './ahead'

/** Facts of the end of life of engine, module and provider versions. */
export const EndOfLifeFacts = graphql(`
  fragment EndOfLifeFacts on EndOfLife {
    date
    reason
  }
`)

export type EndOfLife = EndOfLifeFactsFragment

/** Badge with the date on which something ends by itself. */
export function EndsBadge({ at }: { at: string }) {
  const [now] = useState(() => new Date())
  return <StateDot tone="warning" title={dayText(at)}>{`Ends ${aheadText(new Date(at), now)}`}</StateDot>
}

export const EndOfLifeBadge = ({ endOfLife }: { endOfLife: EndOfLife | null }) =>
  endOfLife && <EndsBadge at={endOfLife.date} />
