'use client'

import { Alert, Text } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Moment } from '~/ui/moment'
import { aheadText } from './ahead'
import type { EndOfLife } from './badge'

/** When a version becomes deprecated, and why, for all who look at it. */
export function EndOfLifeNotice({ endOfLife: { date, reason } }: { endOfLife: EndOfLife }) {
  const [now] = useState(() => new Date())
  return (
    <Alert
      color="yellow"
      icon={<IconCalendarOff size={18} />}
      title={<span suppressHydrationWarning>{`This version ends ${aheadText(new Date(date), now)}`}</span>}
    >
      <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        It becomes deprecated on <Moment at={date} />. {reason}
      </Text>
    </Alert>
  )
}
