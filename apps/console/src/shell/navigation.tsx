'use client'

import { usePathname } from 'next/navigation'
import { paths } from '../paths'
import { Link } from '../ui/link'
import { useNavigationTarget } from '../ui/navigation'
import classes from './frame.module.css'
import { pathOf } from './page-area'
import { groups, pagesFor, type Page } from './pages'
import { useViewer } from './viewer'

const isHere = (path: string, pathname: string): boolean =>
  path === paths.overview() ? pathname === path : pathname === path || pathname.startsWith(`${path}/`)

export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const pathname = usePathname()
  const target = useNavigationTarget()
  const pages = pagesFor(useViewer())
  const isTarget = ({ path }: Page) => target !== undefined && isHere(path, pathOf(target))
  // A page that no entry leads to leaves the mark where it is.
  const isLeft = pages.some(isTarget)
  return (
    <nav aria-label="Main">
      {groups
        .filter((group) => pages.some((page) => page.group === group))
        .map((group) => (
          <div role="group" key={group} aria-label={group}>
            {/* A group that is one page needs no heading. */}
            <p className={classes['group']}>{!pages.some(({ label }) => label === group) && group}</p>
            {pages
              .filter((page) => page.group === group)
              .map((page) => (
                <Link
                  key={page.path}
                  href={page.path}
                  className={classes['link']}
                  aria-current={isHere(page.path, pathname) ? 'page' : undefined}
                  data-target={isTarget(page) || undefined}
                  data-left={(isLeft && !isTarget(page)) || undefined}
                  onClick={() => onNavigate?.()}
                >
                  <page.icon size={17} stroke={1.6} />
                  {page.label}
                </Link>
              ))}
          </div>
        ))}
    </nav>
  )
}
