import { Anchor, Badge, Group } from '@mantine/core'
import type { MouseEvent } from 'react'
import { graphql } from '~/data/generated'
import type { AuditEventRowFragment } from '~/data/generated/graphql'
import type { Column } from '~/ui/data-table'
import { Moment } from '~/ui/moment'
import { Dimmed } from '~/ui/texts'
import { isRefusal } from './actions'
import { organizationName } from './names'
import { Sentence } from './sentence'

export const AuditEventRow = graphql(`
  fragment AuditEventRow on AuditEvent {
    id
    at
    action
    actor {
      id
      type
      name
    }
    target {
      id
      type
      name
    }
    organization {
      id
      name
    }
    administratorOverride
  }
`)

const Nothing = () => <Dimmed>–</Dimmed>

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** `pathOf` leads to an event, `open` shows it over the list. */
export const columnsWith = (
  pathOf: (id: string) => string,
  open: (id: string) => void,
): readonly Column<AuditEventRowFragment>[] => [
  {
    key: 'event',
    header: 'Event',
    width: 12,
    place: 'title',
    cell: (event) => (
      <Group gap={6}>
        <Anchor
          href={pathOf(event.id)}
          inherit
          c="inherit"
          onClick={(click) => {
            if (!isPlainClick(click)) return
            click.preventDefault()
            open(event.id)
          }}
        >
          <Sentence event={event} />
        </Anchor>
        {isRefusal(event.action) && <Badge color="red">Refused</Badge>}
        {event.administratorOverride && <Badge color="orange">As administrator</Badge>}
      </Group>
    ),
  },
  {
    key: 'organization',
    header: 'Organization',
    width: 3,
    cell: ({ organization }) => (organization ? organizationName(organization) : <Nothing />),
  },
  { key: 'at', header: 'When', width: 4, cell: ({ at }) => <Moment at={at} /> },
]
