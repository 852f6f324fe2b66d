'use client'

import { IconBell } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { graphql } from '../data/generated'
import { query } from '../data/query'
import { paths } from '../paths'
import { Link } from '../ui/link'
import classes from './inbox-bell.module.css'
import { bellText } from './bell-text'

const unread = query(
  graphql(`
    query InboxUnread {
      viewer {
        inboxUnread
      }
    }
  `),
  {},
)

/** Asked for again by a look at the window and by a navigation, and no more often than this. */
const staleTime = 60_000

/** Leads to the inbox and says how much of it is unread. The number lies over the bell, so that nothing moves. */
export function InboxBell() {
  const pathname = usePathname()
  const client = useQueryClient()
  const { data } = useQuery({ ...unread, staleTime })
  useEffect(() => void client.refetchQueries({ queryKey: unread.queryKey, stale: true }), [client, pathname])
  const { label, count } = bellText(data?.viewer?.inboxUnread)
  return (
    <Link href={paths.inbox()} className={classes['bell']} aria-label={label} title={label}>
      <IconBell size={20} stroke={1.6} aria-hidden />
      {count !== undefined && (
        <span className={classes['count']} aria-hidden>
          {count}
        </span>
      )}
    </Link>
  )
}
