'use client'

import { Paper, Skeleton, Stack } from '@mantine/core'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { useOffline } from 'next/offline'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigationTarget } from '../ui/navigation'
import classes from './page-area.module.css'

const barAfter = 150
const skeletonAfter = 400

/** The page that is shown and, once that takes a moment, that another one is on its way. */
export function PageArea({ children }: { children: ReactNode }) {
  const pathname = usePathname()
  const target = useNavigationTarget()
  const waited = useWaited(target)
  const isLeft = target !== undefined && pathOf(target) !== pathname
  // It stays where it is, hidden: what was begun there goes on, and it is back if the navigation fails.
  const isHidden = isLeft && waited >= skeletonAfter
  useQueriesStopped(isHidden)
  return (
    <>
      {waited >= barAfter && (
        <div role="progressbar" aria-label="Loading the page" className={classes['bar']} />
      )}
      <OfflineNotice />
      <div className={classes['page']} hidden={isHidden}>
        {children}
      </div>
      {isHidden && (
        <div className={classes['page']}>
          <PageSkeleton />
        </div>
      )}
    </>
  )
}

export const pathOf = (address: string): string => new URL(address, 'http://console').pathname

/** Returns how long a navigation has run, in milliseconds; it changes at certain moments only. */
function useWaited(target: string | undefined): number {
  const [waited, setWaited] = useState(0)
  useEffect(() => {
    if (target === undefined) return
    const timers = [barAfter, skeletonAfter].map((delay) => setTimeout(() => setWaited(delay), delay))
    return () => {
      timers.forEach(clearTimeout)
      setWaited(0)
    }
  }, [target])
  return target === undefined ? 0 : waited
}

/** A browser sends few requests at a time: what a hidden page still asks for would keep the next page waiting. */
function useQueriesStopped(isHidden: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isHidden) return
    void client.cancelQueries()
    const predicate = ({ state }: Query) => state.status === 'pending' && state.fetchStatus === 'idle'
    return () => void client.refetchQueries({ type: 'active', predicate })
  }, [isHidden, client])
}

/** A navigation without a connection waits for it, and goes on by itself. */
function OfflineNotice() {
  if (!useOffline()) return null
  return (
    <p role="status" className={classes['offline']}>
      <strong>You are offline.</strong> The page opens when the connection is back.
    </p>
  )
}

const rows = ['62%', '48%', '70%', '55%', '64%', '44%']

/** A page of which nothing is known yet: a heading, and lines below it. */
const PageSkeleton = () => (
  <>
    <Skeleton height={28} width="14rem" maw="60%" mb="md" />
    <Paper p="md">
      <Stack gap="lg">
        {rows.map((width) => (
          <Skeleton key={width} height={14} width={width} />
        ))}
      </Stack>
    </Paper>
  </>
)
