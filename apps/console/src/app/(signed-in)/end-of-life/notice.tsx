'use client'

import { IconCalendarOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Banner } from '~/ui/banner'
import { Moment } from '~/ui/moment'
import { aheadText } from './ahead'
import type { EndOfLife } from './badge'

/** When a version becomes deprecated, and why, for all who look at it. */
export function EndOfLifeNotice({ endOfLife: { date, reason } }: { endOfLife: EndOfLife }) {
  const [now] = useState(() => new Date())
  return (
    <Banner
      color="yellow"
      icon={IconCalendarOff}
      title={<span suppressHydrationWarning>{`This version ends ${aheadText(new Date(date), now)}`}</span>}
    >
      It becomes deprecated on <Moment at={date} />. {reason}
    </Banner>
  )
}
