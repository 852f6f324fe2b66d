'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { createContext, Fragment, type ReactNode, useContext } from 'react'
import type { OrganizationFrameQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { organizationPages, settingsPages } from '~/shell/organization-pages'
import { OtherOrganizations } from '~/shell/organization-switcher'
import { useMay } from '~/shell/viewer'
import { given } from '~/ui/given'
import { Link } from '~/ui/link'
import { Monogram } from '~/ui/monogram'
import { type PageHead, PageHeadContext } from '~/ui/page-header'
import classes from './head.module.css'
import { OrganizationFrame } from './queries'
import { OrganizationTabs, type Tab } from './tabs'

type Frame = { name: string; initial: OrganizationFrameQuery }

const FrameContext = createContext<Frame | null>(null)

/** What an organization is called and what the viewer may do there, for the heads of all its pages. */
export function OrganizationFrameProvider({ children, ...frame }: Frame & { children: ReactNode }) {
  return (
    <FrameContext value={frame}>
      <PageHeadContext value={organizationHead}>{children}</PageHeadContext>
    </FrameContext>
  )
}

/** The frame as it is now: what was renamed or deleted a moment ago is about to be left. */
export function useFrame() {
  const frame = useContext(FrameContext)
  if (frame === null) throw new Error('An organization has a frame around its pages')
  const { name, initial } = frame
  const forSite = useMay('SITE_ORGANIZATIONS_READ')
  const { data } = useQuery({ ...query(OrganizationFrame, { name, forSite }), initialData: initial })
  const ofSite = data.siteOrganization ?? initial.siteOrganization
  const { permissions = [] } = ofSite ?? data.organization ?? initial.organization ?? {}
  return { name, permissions, ofSite }
}

/** The head of every page of an organization: its name, the way to others, and where in it the page is; tabs below. */
export function OrganizationHead({ heading, of, mark, beside, actions }: PageHead) {
  const { name, permissions } = useFrame()
  const pathname = usePathname()
  const overview = paths.organization(name)
  const [settings] = settingsPages({ name, permissions }, useMay('SITE_ORGANIZATIONS_WRITE'))
  const tabs: readonly Tab[] = [
    { label: 'Overview', path: overview },
    ...organizationPages({ name, permissions }),
    ...(settings ? [{ label: 'Settings', path: settings.path }] : []),
  ].map((tab) => ({ ...tab, isHere: partOf(tab.path) === partOf(pathname) }))
  const isOverview = pathname === overview
  const isList = tabs.some(({ path }) => path === pathname)
  const section = tabs.find(
    ({ isHere }) => isHere && !isOverview && !isList && partOf(pathname) !== 'settings',
  )
  return (
    <>
      <div className={classes['head']}>
        <Monogram of="organization" name={name} />
        {isOverview && heading}
        <nav aria-label="Breadcrumb" className={classes['trail']}>
          {!isOverview && <Link href={overview}>{given(name)}</Link>}
          <OtherOrganizations />
          {[section, of].map(
            (crumb) =>
              crumb && (
                <Fragment key={crumb.path}>
                  <Slash />
                  <Link href={crumb.path}>{given(crumb.label)}</Link>
                </Fragment>
              ),
          )}
        </nav>
        {!isOverview && (
          <>
            <Slash />
            {mark}
            {heading}
          </>
        )}
        {beside}
        <div className={classes['actions']}>{actions}</div>
      </div>
      <OrganizationTabs name={name} tabs={tabs} />
    </>
  )
}

const organizationHead = (head: PageHead): ReactNode => <OrganizationHead {...head} />

const Slash = () => (
  <span aria-hidden className={classes['slash']}>
    /
  </span>
)

/** Which part of the organization an address is in; none for the overview. */
function partOf(path: string): string | undefined {
  const part = path.split('/')[3]
  return part === 'public-providers' ? 'providers' : part
}
