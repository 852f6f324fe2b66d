'use client'

import { Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import type { AuditEventFilterInput, AuditEventRowFragment } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { Failure } from '~/ui/feedback/failure'
import { Ago } from '~/ui/moment'
import { Note } from '~/ui/texts'
import classes from './activity.module.css'
import { foldReleases } from './releases'
import { LinkedSentence } from './sentence'

const RecentAuditEvents = graphql(`
  query RecentAuditEvents($filter: AuditEventFilterInput!) {
    auditEvents(filter: $filter, page: { size: 40 }) {
      nodes {
        ...AuditEventRow
      }
    }
  }
`)

/** Number of lines; each release of a version has several events. */
const mostLines = 5

/** The last events, a sentence each, and one for all steps of a release. */
export function ActivityEvents({ filter }: { filter: AuditEventFilterInput }) {
  const { data, error, refetch } = useQuery(query(RecentAuditEvents, { filter }))
  if (error) return <Failure title="Activity could not be loaded" error={error} retry={refetch} />
  if (!data) return <Skeleton height={140} />
  const { nodes } = data.auditEvents
  if (nodes.length === 0) return <Note>No events yet.</Note>
  return (
    <ul className={classes['events']}>
      {foldReleases(nodes)
        .slice(0, mostLines)
        .map(({ event }) => (
          <EventLine key={event.id} event={event} />
        ))}
    </ul>
  )
}

const EventLine = ({ event }: { event: AuditEventRowFragment }) => (
  <Group component="li" justify="space-between" gap="xs" wrap="nowrap" align="baseline">
    <Text size="sm" className={classes['sentence']}>
      <LinkedSentence event={event} />
    </Text>
    <Text size="xs" c="dimmed" className={classes['when']}>
      <Ago at={event.at} />
    </Text>
  </Group>
)
