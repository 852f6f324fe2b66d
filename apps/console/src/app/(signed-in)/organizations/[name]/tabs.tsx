'use client'

import { Link } from '~/ui/link'
import { usePathname } from 'next/navigation'
import type { OrganizationPermission } from '~/data/generated/graphql'
import { paths } from '~/paths'
import classes from './tabs.module.css'

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

type Props = {
  name: string
  permissions: readonly OrganizationPermission[]
  /** The first of its settings that the viewer may change. */
  settings: string | undefined
}

/** The way between the pages of an organization, as far as the viewer may look into it. */
export function OrganizationTabs({ name, permissions, settings }: Props) {
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
