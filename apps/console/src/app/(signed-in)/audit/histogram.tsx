'use client'

import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import { useQueryKeepingPrevious } from '~/data/query'
import { paths } from '~/paths'
import { DayBars } from '~/ui/charts/day-bars'
import { ShowData } from '~/ui/charts/show-data'
import { TextLink } from '~/ui/links'
import { queryOf } from '~/ui/lists/list-state'
import { Note } from '~/ui/texts'
import { useHydrated } from '~/ui/hydrated'
import classes from './histogram.module.css'
import { type AuditState, edgesOf, filterOf, inTime, lastDays, withoutTime, within } from './list-state'

const AuditEventCounts = graphql(`
  query AuditEventCounts($edges: [DateTime!]!, $filter: AuditEventFilterInput!) {
    auditEventCounts(edges: $edges, filter: $filter)
  }
`)

type Props = { state: AuditState; onSelect: (first: string, last: string) => void }

const height = 104

/** Events a day of what the list is narrowed to; a range that is drawn over becomes its time. */
export function Histogram(props: Props) {
  // Days are those of the reader, which the server does not know.
  const isHydrated = useHydrated()
  return <div className={classes['histogram']}>{isHydrated ? <Counted {...props} /> : skeleton}</div>
}

const skeleton = <Skeleton height={height + 28} />

function Counted({ state, onSelect }: Props) {
  const [today] = useState(() => new Date())
  const days = lastDays(today, state)
  const { data, isError } = useQueryKeepingPrevious(AuditEventCounts, {
    edges: edgesOf(days),
    filter: filterOf(withoutTime(state)),
  })
  const counts = data?.auditEventCounts
  const all = days.map((day, index) => ({ day, count: counts?.[index] ?? 0 }))
  if (isError && !counts) return <Note h={height + 28}>The events of each day could not be counted.</Note>
  if (!counts) return skeleton
  return (
    <>
      <DayBars
        days={all}
        noun="event"
        height={height}
        className={classes['bars']}
        selected={within(days, state)}
        onSelect={onSelect}
      />
      <ShowData
        label="Events by day"
        headers={['Day', 'Events']}
        rows={all
          .filter(({ count }) => count > 0)
          .reverse()
          .map(({ day, count }) => ({
            key: day,
            cells: [<DayLink key="day" day={day} state={state} />, count],
          }))}
      />
    </>
  )
}

/** Narrows the list to a day, for those who draw over nothing. */
const DayLink = ({ day, state }: { day: string; state: AuditState }) => (
  <TextLink href={paths.audit(queryOf(inTime(state, day, day)))}>{day}</TextLink>
)
