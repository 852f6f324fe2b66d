'use client'

import { Box, Skeleton, Text } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { paths } from '~/paths'
import { TextLink } from '~/ui/links'
import { emptyListState, queryOf } from '~/ui/lists/list-state'
import { Section } from '~/ui/section'
import { filterOf, type Narrowed } from './list-state'

const ActivityEvents = lazy(async () => ({ default: (await import('./activity-events')).ActivityEvents }))

type Props = {
  narrowed?: Narrowed
  search?: string
}

/** The last events of a thing, asked for once in sight: at the end of a page nothing below it can move. */
export function Activity({ narrowed = {}, search = '' }: Props) {
  const { ref, inViewport } = useInViewport()
  const [seen, setSeen] = useState(false)
  if (inViewport && !seen) setSeen(true)
  const state = { ...emptyListState, choices: narrowed, search }
  return (
    <Box mt="md" ref={ref}>
      <Section
        title="Activity"
        action={
          <Text size="sm">
            <TextLink href={paths.audit(queryOf(state))}>Show all</TextLink>
          </Text>
        }
      >
        {seen ? (
          <Suspense fallback={skeleton}>
            <ActivityEvents filter={filterOf(state)} />
          </Suspense>
        ) : (
          skeleton
        )}
      </Section>
    </Box>
  )
}

const skeleton = <Skeleton height={140} />
