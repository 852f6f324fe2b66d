'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { lazy, Suspense } from 'react'
import type { OrganizationFrameQuery, OrganizationPermission } from '~/data/generated/graphql'
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

type Tab = { label: string; path: string; permission?: OrganizationPermission }

const tabsOf = (name: string): readonly Tab[] => [
  { label: 'Workspaces', path: paths.workspaces(name) },
  { label: 'Members', path: paths.members(name) },
  { label: 'Teams', path: paths.teams(name) },
  { label: 'Modules', path: paths.organizationModules(name) },
  { label: 'Providers', path: paths.providers(name) },
  { label: 'Signing keys', path: paths.signingKeys(name) },
  { label: 'Tokens', path: paths.organizationTokens(name), permission: 'ORGANIZATION_TOKENS_WRITE' },
]

type TabsProps = {
  name: string
  permissions: readonly OrganizationPermission[]
  /** The first of its settings that the viewer may change. */
  settings: string | undefined
}

/** The way between the pages of an organization, as far as the viewer may look into it. */
function OrganizationTabs({ name, permissions, settings }: TabsProps) {
  const pathname = usePathname()
  const inside = tabsOf(name).filter(({ permission = 'ORGANIZATIONS_READ' }) =>
    permissions.includes(permission),
  )
  const tabs: readonly Tab[] = [
    { label: 'Overview', path: paths.organization(name) },
    ...inside,
    ...(settings === undefined ? [] : [{ label: 'Settings', path: settings }]),
  ]
  return (
    <nav aria-label={`Organization ${name}`}>
      <ul className={classes['tabs']}>
        {tabs.map(({ label, path }) => (
          <li key={path}>
            <Link
              className={classes['tab']}
              href={path}
              aria-current={partOf(path) === partOf(pathname) ? 'page' : undefined}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Which part of the organization an address is in; none for the overview. */
const partOf = (path: string): string | undefined => path.split('/')[3]
