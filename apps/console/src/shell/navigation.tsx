'use client'

import { Text } from '@mantine/core'
import { Link } from '../ui/link'
import { usePathname } from 'next/navigation'
import { paths } from '../paths'
import classes from './frame.module.css'
import { groups, pagesFor } from './pages'
import { useViewer } from './viewer'

const isHere = (path: string, pathname: string): boolean =>
  path === paths.overview() ? pathname === path : pathname === path || pathname.startsWith(`${path}/`)

export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const pathname = usePathname()
  const pages = pagesFor(useViewer())
  return (
    <nav aria-label="Main">
      {groups
        .filter((group) => pages.some((page) => page.group === group))
        .map((group) => (
          <section key={group} aria-label={group}>
            <Text size="xs" fw={500} c="dimmed" px="sm" pt="md" pb={4}>
              {group}
            </Text>
            {pages
              .filter((page) => page.group === group)
              .map((page) => (
                <Link
                  key={page.path}
                  href={page.path}
                  className={classes['link']}
                  aria-current={isHere(page.path, pathname) ? 'page' : undefined}
                  onClick={() => onNavigate?.()}
                >
                  <page.icon size={17} stroke={1.6} />
                  {page.label}
                </Link>
              ))}
          </section>
        ))}
    </nav>
  )
}
