'use client'

import { IconCalendarOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Banner } from '~/ui/feedback/banner'
import { Moment } from '~/ui/moment'
import { aheadText } from './ahead'
import type { EndOfLife } from './badge'

/** Notice for all viewers that says when and why a version becomes deprecated. */
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
