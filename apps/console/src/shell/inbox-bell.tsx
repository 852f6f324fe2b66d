'use client'

import { IconBell } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { useEffect, useSyncExternalStore } from 'react'
import { graphql } from '../data/generated'
import type { InboxUnreadQuery } from '../data/generated/graphql'
import { request } from '../data/request'
import { paths } from '../paths'
import { Link } from '../ui/link'
import { bellText } from './bell-text'
import classes from './inbox-bell.module.css'

const InboxUnread = graphql(`
  query InboxUnread {
    viewer {
      inboxUnread
    }
  }
`)

/**
 * Query for unread entries, sent again when the window gains focus and after a navigation, at most once a
 * minute, and after a change.
 */
const unread = {
  queryKey: ['inbox-unread'],
  queryFn: () => request(InboxUnread, {}),
  staleTime: 60_000,
  gcTime: Infinity,
}

/**
 * Returns the number of unread entries, without the library's observer, which pages with no other query do
 * not load.
 */
function useUnread(): number | undefined {
  const pathname = usePathname()
  const client = useQueryClient()
  const known = useSyncExternalStore(
    (changed) => client.getQueryCache().subscribe(changed),
    () => client.getQueryData<InboxUnreadQuery>(unread.queryKey)?.viewer?.inboxUnread,
    () => undefined,
  )
  useEffect(() => {
    const ask = () => void client.fetchQuery(unread).catch(() => undefined)
    ask()
    window.addEventListener('focus', ask)
    const forget = client.getQueryCache().subscribe((event) => {
      const isOfBell = event.query.queryKey[0] === unread.queryKey[0]
      if (isOfBell && event.type === 'updated' && event.action.type === 'invalidate') ask()
    })
    return () => {
      window.removeEventListener('focus', ask)
      forget()
    }
  }, [client, pathname])
  return known
}

/** Leads to the inbox and says how much of it is unread. The number lies over the bell, so that nothing moves. */
export function InboxBell() {
  const { label, count } = bellText(useUnread())
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
