'use client'

import { Badge } from '@mantine/core'
import { useState } from 'react'
import { aheadText } from './ahead'
import type { EndOfLife } from './facts'

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
