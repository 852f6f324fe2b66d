'use client'

import { Link } from '~/ui/link'
import { usePathname } from 'next/navigation'
import type { OrganizationPermission } from '~/data/generated/graphql'
import { paths } from '~/paths'
import classes from './tabs.module.css'

type Tab = { label: string; path: string; permission?: OrganizationPermission }

const tabsOf = (name: string): readonly Tab[] => [
  { label: 'Overview', path: paths.organization(name) },
  { label: 'Workspaces', path: paths.workspaces(name) },
  { label: 'Members', path: paths.members(name) },
  { label: 'Teams', path: paths.teams(name) },
  { label: 'Modules', path: paths.modulesOf(name) },
  { label: 'Providers', path: paths.providers(name) },
  { label: 'Signing keys', path: paths.signingKeys(name) },
  { label: 'Tokens', path: paths.organizationTokens(name), permission: 'ORGANIZATION_TOKENS_WRITE' },
  { label: 'Settings', path: paths.organizationGeneral(name), permission: 'ORGANIZATIONS_WRITE' },
]

type Props = { name: string; permissions: readonly OrganizationPermission[] }

/** The way between the pages of an organization; nothing where the viewer may not look into it. */
export function OrganizationTabs({ name, permissions }: Props) {
  const pathname = usePathname()
  if (!permissions.includes('ORGANIZATIONS_READ')) return null
  const overview = paths.organization(name)
  const isHere = (path: string) => pathname === path || (path !== overview && pathname.startsWith(`${path}/`))
  return (
    <nav aria-label={`Organization ${name}`}>
      <ul className={classes['tabs']}>
        {tabsOf(name)
          .filter(({ permission }) => permission === undefined || permissions.includes(permission))
          .map(({ label, path }) => (
            <li key={path}>
              <Link className={classes['tab']} href={path} aria-current={isHere(path) ? 'page' : undefined}>
                {label}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
