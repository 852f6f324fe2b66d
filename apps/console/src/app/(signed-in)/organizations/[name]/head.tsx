'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { lazy, Suspense } from 'react'
import type { OrganizationFrameQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { Crumbs } from '~/ui/crumbs'
import { Link } from '~/ui/link'
import { Monogram } from '~/ui/monogram'
import { PageHeader } from '~/ui/page-header'
import classes from './head.module.css'
import { OrganizationFrame } from './queries'
import { sectionsOf } from './settings/sections'
import { OrganizationTabs } from './tabs'

const Badges = lazy(async () => ({ default: (await import('../badges')).Badges }))
const SiteActions = lazy(async () => ({ default: (await import('./site-actions')).SiteActions }))

type Props = { name: string; initial: OrganizationFrameQuery }

/** The name of an organization, its state and the way between its pages: the same, and in the same place, on all of them. */
export function OrganizationHead({ name, initial }: Props) {
  const forSite = useMay('SITE_ORGANIZATIONS_READ')
  const { data } = useQuery({ ...query(OrganizationFrame, { name, forSite }), initialData: initial })
  // Renamed or deleted a moment ago: the page is about to be left.
  const organization = data.organization ?? initial.organization
  const ofSite = data.siteOrganization ?? initial.siteOrganization
  const permissions = (ofSite ?? organization)?.permissions ?? []
  const sections = sectionsOf(name, permissions, useMay('SITE_ORGANIZATIONS_WRITE'))
  const isOverview = usePathname() === paths.organization(name)
  const mark = <Monogram of="organization" size="lg" name={name} />
  const badges = ofSite && (
    <Suspense>
      <Badges organization={ofSite} />
    </Suspense>
  )
  return (
    <>
      <Crumbs trail={[{ label: 'Organizations', path: paths.organizations() }]} />
      {isOverview ? (
        <PageHeader
          title={name}
          tab={`${name} · Organizations`}
          mark={mark}
          beside={badges}
          actions={
            ofSite && (
              <Suspense>
                <SiteActions organization={ofSite} />
              </Suspense>
            )
          }
        />
      ) : (
        <div className={classes['head']}>
          {mark}
          <Link href={paths.organization(name)} className={classes['name']}>
            {name}
          </Link>
          {badges}
        </div>
      )}
      <OrganizationTabs name={name} permissions={permissions} settings={sections[0]?.path} />
    </>
  )
}
