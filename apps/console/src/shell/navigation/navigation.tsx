'use client'

import { type Icon, IconChevronLeft } from '@tabler/icons-react'
import { usePathname } from 'next/navigation'
import { paths } from '~/paths'
import { Link } from '~/ui/link'
import { useNavigationTarget } from '~/ui/navigation'
import { numberText } from '~/ui/text'
import { pathOf } from '../page-area'
import { useMay, useViewer } from '../viewer'
import classes from './navigation.module.css'
import { organizationGroups, organizationPageAt, organizationPages } from './organization-pages'
import { groups, pagesFor } from './pages'
import { type Place, usePlace } from './place'

type Props = { onNavigate?: (() => void) | undefined }

/** The pages of the place where the viewer is: of an organization, or of the site. */
export function Navigation({ onNavigate }: Props) {
  const place = usePlace()
  return place ? (
    <OrganizationNavigation place={place} onNavigate={onNavigate} />
  ) : (
    <SiteNavigation onNavigate={onNavigate} />
  )
}

const isHere = (path: string, pathname: string): boolean =>
  path === paths.overview() ? pathname === path : pathname === path || pathname.startsWith(`${path}/`)

function SiteNavigation({ onNavigate }: Props) {
  const pages = pagesFor(useViewer())
  return (
    <nav aria-label="Main">
      <Groups
        groups={groups}
        pages={pages}
        pageAt={(pathname) => pages.find(({ path }) => isHere(path, pathname))}
        onNavigate={onNavigate}
      />
    </nav>
  )
}

function OrganizationNavigation({ place, onNavigate }: Props & { place: Place }) {
  const pages = organizationPages(place, useMay('SITE_ORGANIZATIONS_WRITE'))
  return (
    <nav aria-label={`Organization ${place.name}`}>
      <Link href={paths.overview()} className={classes['up']} onClick={() => onNavigate?.()}>
        <IconChevronLeft size={15} stroke={1.6} />
        Site
      </Link>
      <Groups
        groups={organizationGroups}
        pages={pages.map(({ counts, ...page }) => ({ ...page, count: counts && place.counts[counts] }))}
        pageAt={(pathname) => organizationPageAt(pages, pathname)}
        onNavigate={onNavigate}
      />
    </nav>
  )
}

type Entry = { label: string; path: string; icon: Icon; group: string; count?: number | undefined }

type GroupsProps = Props & {
  groups: readonly string[]
  pages: readonly Entry[]
  pageAt: (pathname: string) => { path: string } | undefined
}

function Groups({ groups: names, pages, pageAt, onNavigate }: GroupsProps) {
  const here = pageAt(usePathname())?.path
  const target = useNavigationTarget()
  const targetPath = target === undefined ? undefined : pageAt(pathOf(target))?.path
  return names
    .filter((group) => pages.some((page) => page.group === group))
    .map((group) => (
      <div role="group" key={group} aria-label={group || undefined}>
        {/* A group that is one page needs no heading. */}
        <p className={classes['group']}>{!pages.some(({ label }) => label === group) && group}</p>
        {pages
          .filter((page) => page.group === group)
          .map(({ path, label, icon: PageIcon, count }) => (
            <Link
              key={path}
              href={path}
              className={classes['link']}
              aria-current={path === here ? 'page' : undefined}
              data-target={path === targetPath || undefined}
              // A page that no entry leads to leaves the mark where it is.
              data-left={(targetPath !== undefined && path !== targetPath) || undefined}
              onClick={() => onNavigate?.()}
            >
              <PageIcon size={17} stroke={1.6} />
              {label}
              {count !== undefined && <span className={classes['count']}> {numberText(count)}</span>}
            </Link>
          ))}
      </div>
    ))
}
