import { Anchor, Badge, Group } from '@mantine/core'
import type { MouseEvent } from 'react'
import { graphql } from '~/data/generated'
import type { AuditEventRowFragment } from '~/data/generated/graphql'
import type { Column } from '~/ui/data-table'
import { Moment } from '~/ui/moment'
import { Dimmed } from '~/ui/texts'
import { actionInWords, isRefusal } from './actions'

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

export function actorName({ type, name }: AuditEventRowFragment['actor']): string {
  if (type === 'NOBODY') return 'Unknown caller'
  if (type === 'SYSTEM') return `The platform (${name})`
  return type === 'USER' ? name : `${name} (${type.toLowerCase()})`
}

/** What an organization is called, or was known by if it is gone. */
export const organizationName = ({ id, name }: NonNullable<AuditEventRowFragment['organization']>): string =>
  name ?? id

const Nothing = () => <Dimmed>–</Dimmed>

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** `pathOf` leads to an event, `open` shows it over the list. */
export const columnsWith = (
  pathOf: (id: string) => string,
  open: (id: string) => void,
): readonly Column<AuditEventRowFragment>[] => [
  {
    key: 'action',
    header: 'Action',
    width: 6,
    place: 'title',
    cell: ({ id, action, administratorOverride }) => (
      <Group gap={6}>
        <Anchor
          href={pathOf(id)}
          inherit
          fw={600}
          onClick={(event) => {
            if (!isPlainClick(event)) return
            event.preventDefault()
            open(id)
          }}
        >
          {actionInWords(action)}
        </Anchor>
        {isRefusal(action) && <Badge color="red">Refused</Badge>}
        {administratorOverride && <Badge color="orange">As administrator</Badge>}
      </Group>
    ),
  },
  {
    key: 'target',
    header: 'Target',
    width: 5,
    place: 'below',
    cell: ({ target }) => target.name || <Nothing />,
  },
  { key: 'actor', header: 'By', width: 4, cell: ({ actor }) => actorName(actor) },
  {
    key: 'organization',
    header: 'Organization',
    width: 3,
    cell: ({ organization }) => (organization ? organizationName(organization) : <Nothing />),
  },
  { key: 'at', header: 'When', width: 4, cell: ({ at }) => <Moment at={at} /> },
]
