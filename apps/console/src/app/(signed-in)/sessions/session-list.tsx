'use client'

import { IconDevices } from '@tabler/icons-react'
import type { SessionRowFragment } from '~/data/generated/graphql'
import { Empty } from '~/ui/empty'
import { emptyListState } from '~/ui/list-state'
import { NothingToShow } from '~/ui/nothing-to-show'
import { PagedList, type PagedListProps } from '~/ui/paged-list'
import { columnsOf } from './columns'

type Props = Pick<PagedListProps<SessionRowFragment>, 'list' | 'found' | 'onPage'> & {
  /** Set for sessions that are not the reader's own. */
  username?: string
  page: number
}

const own = columnsOf()

/** The sessions of a user, the last used first. */
export function SessionList({ username, page, list, found, onPage }: Props) {
  return (
    <PagedList
      label="Sessions"
      columns={username === undefined ? own : columnsOf(username)}
      list={list}
      found={found}
      expected={2}
      failureTitle="The sessions could not be loaded"
      nothing={
        <NothingToShow
          state={{ ...emptyListState, page }}
          totalPages={found?.pageInfo.totalPages ?? 0}
          onChange={(state) => onPage(state.page)}
        >
          <Empty icon={<IconDevices size={28} stroke={1.5} />} title="No sessions">
            A session begins with the password and lasts twelve hours.
          </Empty>
        </NothingToShow>
      }
      onPage={onPage}
    />
  )
}
