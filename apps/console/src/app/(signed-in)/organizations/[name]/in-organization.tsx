'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { OrganizationFrameQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { useIsIn } from '~/shell/navigation/place'
import { useRecentOrganization } from '~/shell/recent-organizations'
import { useMay } from '~/shell/viewer'
import { placeOf } from './place-of'
import { OrganizationFrame } from './queries'

/** An organization by its name, as the server found it. */
export type Frame = { name: string; initial: OrganizationFrameQuery }

/** A change made here asks again at once; what others add to its lists is counted within a minute. */
const staleAfter = 60_000

export function useOrganizationFrame({ name, initial }: Frame): OrganizationFrameQuery {
  const forSite = useMay('SITE_ORGANIZATIONS_READ')
  const { data } = useQuery({
    ...query(OrganizationFrame, { name, forSite }),
    initialData: initial,
    staleTime: staleAfter,
  })
  return data
}

/** Tells the navigation that the page is in an organization, with what it has now. Shows nothing. */
export function InOrganization(frame: Frame) {
  const { name, initial } = frame
  const data = useOrganizationFrame(frame)
  useIsIn(useMemo(() => placeOf(data) ?? placeOf(initial), [data, initial]))
  useRecentOrganization(name)
  return null
}
