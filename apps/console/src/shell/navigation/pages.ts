import {
  IconBell,
  IconBox,
  IconBuilding,
  IconHistory,
  IconHome,
  IconListCheck,
  IconPackage,
  IconPlugConnected,
  IconRosetteDiscountCheck,
  IconShare,
  IconTerminal2,
  IconUserCircle,
  IconUsers,
  IconVersions,
  IconWebhook,
  IconWorldCheck,
  type Icon,
} from '@tabler/icons-react'
import type { SitePermission } from '~/data/generated/graphql'
import { paths } from '~/paths'

/** Groups of pages in the order of the navigation. */
export const groups = ['Site', 'Registry', 'Account'] as const

export type Page = {
  label: string
  path: string
  icon: Icon
  group: (typeof groups)[number]
  /** Permission that opens the page; without it the viewer does not see the page at all. */
  permission?: SitePermission
  /** Leads there after a `g`. */
  key?: string
}

const pages: readonly Page[] = [
  { label: 'Overview', path: paths.overview(), icon: IconHome, group: 'Site', key: 'o' },
  {
    label: 'Engine versions',
    path: paths.engineVersions(),
    icon: IconVersions,
    group: 'Site',
    key: 'e',
  },
  {
    label: 'Public providers',
    path: paths.sitePublicProviders(),
    icon: IconWorldCheck,
    group: 'Site',
    key: 'v',
    permission: 'PUBLIC_PROVIDERS_READ',
  },
  {
    label: 'Organizations',
    path: paths.organizations(),
    icon: IconBuilding,
    group: 'Site',
    key: 'r',
  },
  {
    label: 'Registry sharing',
    path: paths.registrySharing(),
    icon: IconShare,
    group: 'Site',
    key: 's',
    permission: 'SITE_ORGANIZATIONS_READ',
  },
  {
    label: 'Workspaces',
    path: paths.siteWorkspaces(),
    icon: IconBox,
    group: 'Site',
    key: 'w',
    permission: 'SITE_ORGANIZATIONS_READ',
  },
  {
    label: 'Providers',
    path: paths.siteProviders(),
    icon: IconPlugConnected,
    group: 'Site',
    key: 'p',
    permission: 'SITE_ORGANIZATIONS_READ',
  },
  { label: 'Users', path: paths.users(), icon: IconUsers, group: 'Site', key: 'u', permission: 'USERS_READ' },
  {
    label: 'Audit log',
    path: paths.audit(),
    icon: IconHistory,
    group: 'Site',
    key: 'a',
    permission: 'AUDIT_EVENTS_READ',
  },
  {
    label: 'Acts on many',
    path: paths.bulkActs(),
    icon: IconListCheck,
    group: 'Site',
    key: 'b',
    permission: 'SITE_ORGANIZATIONS_READ',
  },
  {
    label: 'Trusted issuers',
    path: paths.trustedIssuers(),
    icon: IconRosetteDiscountCheck,
    group: 'Site',
    key: 'f',
    permission: 'TRUSTED_ISSUERS_READ',
  },
  {
    label: 'Webhooks',
    path: paths.webhooks(),
    icon: IconWebhook,
    group: 'Site',
    key: 'h',
    permission: 'WEBHOOKS_READ',
  },
  { label: 'Modules', path: paths.modules(), icon: IconPackage, group: 'Registry', key: 'm' },
  {
    label: 'Shared providers',
    path: paths.sharedProviders(),
    icon: IconPlugConnected,
    group: 'Registry',
    key: 'd',
  },
  { label: 'Connect the CLI', path: paths.connect(), icon: IconTerminal2, group: 'Registry', key: 'c' },
  { label: 'Inbox', path: paths.inbox(), icon: IconBell, group: 'Account', key: 'i' },
  { label: 'Account', path: paths.account(), icon: IconUserCircle, group: 'Account', key: 't' },
]

type Reader = {
  permissions: readonly SitePermission[]
  hasPasswords: boolean
  needsTwoFactor: boolean
}

/** The pages of the own account, which have one entry in the navigation. */
export const accountPagesFor = ({ hasPasswords, needsTwoFactor }: Omit<Reader, 'permissions'>) => {
  const twoFactor = { label: 'Two-step sign-in', path: paths.twoFactor() }
  if (needsTwoFactor) return [twoFactor]
  return [
    { label: 'My tokens', path: paths.tokens() },
    { label: 'E-mail address', path: paths.email() },
    ...(hasPasswords ? [{ label: 'Password', path: paths.password() }, twoFactor] : []),
    { label: 'Sessions', path: paths.sessions() },
  ]
}

/** The pages that the navigation offers to a reader with these permissions. */
export const pagesFor = ({ permissions, needsTwoFactor }: Reader): readonly Page[] =>
  pages.filter(
    ({ path, permission }) =>
      (!needsTwoFactor || path === paths.account()) &&
      (permission === undefined || permissions.includes(permission)),
  )
