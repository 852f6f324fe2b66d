'use client'

import { Badge } from '@mantine/core'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import type { EndOfLifeFactsFragment } from '~/data/generated/graphql'
import { aheadText } from './ahead'

/** Of engine versions, and of the versions of modules and providers alike. */
export const EndOfLifeFacts = graphql(`
  fragment EndOfLifeFacts on EndOfLife {
    date
    reason
  }
`)

export type EndOfLife = EndOfLifeFactsFragment

/** That something ends by itself, and when. */
export function EndsBadge({ at }: { at: string }) {
  const [now] = useState(() => new Date())
  return (
    <Badge color="yellow" title={at} suppressHydrationWarning>
      Ends {aheadText(new Date(at), now)}
    </Badge>
  )
}

export const EndOfLifeBadge = ({ endOfLife }: { endOfLife: EndOfLife | null }) =>
  endOfLife && <EndsBadge at={endOfLife.date} />
