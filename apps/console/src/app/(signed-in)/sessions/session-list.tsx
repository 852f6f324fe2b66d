'use client'

import { IconDevices } from '@tabler/icons-react'
import type { SessionRowFragment } from '~/data/generated/graphql'
import { Empty } from '~/ui/empty'
import { PagedList, type PagedListProps } from '~/ui/paged-list'
import { columnsOf } from './columns'

type Props = Pick<PagedListProps<SessionRowFragment>, 'noun' | 'list' | 'found' | 'onPage'> & {
  /** Set for sessions that are not the reader's own. */
  username?: string
}

const own = columnsOf()

/** The sessions of a user, the last used first. */
export function SessionList({ username, ...list }: Props) {
  return (
    <PagedList
      {...list}
      columns={username === undefined ? own : columnsOf(username)}
      expected={2}
      nothing={
        <Empty icon={IconDevices} title="No sessions">
          A session begins with the password and lasts twelve hours.
        </Empty>
      }
    />
  )
}
