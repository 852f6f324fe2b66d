'use client'

import { Box, Skeleton, Text } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { paths } from '~/paths'
import { Section } from '~/ui/section'
import { TextLink } from '~/ui/links'
import { auditQueryOf, emptyAuditState, filterOf, type Narrowed } from './list-state'

const ActivityEvents = lazy(async () => ({ default: (await import('./activity-events')).ActivityEvents }))

type Props = {
  /** What the log is narrowed by. */
  narrowed?: Narrowed
  search?: string
}

/**
 * The last events of a thing, for viewers who may read them. They are asked for once they are in sight; it stands at the
 * end of a page, where nothing below it can move.
 */
export function Activity({ narrowed = {}, search = '' }: Props) {
  const { ref, inViewport } = useInViewport()
  const [seen, setSeen] = useState(false)
  if (inViewport && !seen) setSeen(true)
  const state = { ...emptyAuditState, narrowed, search }
  const all = paths.audit(auditQueryOf(state))
  return (
    <Box mt="md" ref={ref}>
      <Section
        title="Activity"
        action={
          <Text size="sm">
            <TextLink href={all}>Show all</TextLink>
          </Text>
        }
      >
        {seen ? (
          <Suspense fallback={<ActivitySkeleton />}>
            <ActivityEvents filter={filterOf(state)} skeleton={<ActivitySkeleton />} />
          </Suspense>
        ) : (
          <ActivitySkeleton />
        )}
      </Section>
    </Box>
  )
}

const ActivitySkeleton = () => <Skeleton height={140} />
