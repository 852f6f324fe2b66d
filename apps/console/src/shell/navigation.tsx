'use client'

import { NavLink, Text } from '@mantine/core'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { paths } from '../paths'
import { groups, pagesFor } from './pages'
import { useViewer } from './viewer'

const isHere = (path: string, pathname: string): boolean =>
  path === paths.overview() ? pathname === path : pathname === path || pathname.startsWith(`${path}/`)

export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const pathname = usePathname()
  const pages = pagesFor(useViewer().permissions)
  return (
    <nav aria-label="Main">
      {groups.map((group) => (
        <section key={group} aria-label={group}>
          <Text size="xs" fw={500} c="dimmed" px="sm" pt="md" pb={4}>
            {group}
          </Text>
          {pages
            .filter((page) => page.group === group)
            .map((page) => (
              <NavLink
                key={page.path}
                component={Link}
                href={page.path}
                label={page.label}
                leftSection={<page.icon size={17} stroke={1.6} />}
                active={isHere(page.path, pathname)}
                aria-current={isHere(page.path, pathname) ? 'page' : undefined}
                onClick={() => onNavigate?.()}
                style={{ borderRadius: 'var(--mantine-radius-sm)' }}
                py={6}
              />
            ))}
        </section>
      ))}
    </nav>
  )
}
