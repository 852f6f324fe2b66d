import {
  IconArrowBigUpLines,
  IconBox,
  IconGauge,
  IconHome,
  IconKey,
  IconPackage,
  IconPlugConnected,
  IconRosetteDiscountCheck,
  IconSettings,
  IconShare,
  IconShieldCheck,
  IconSignature,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
  IconWorldCheck,
  type Icon,
} from '@tabler/icons-react'
import type { OrganizationPermission } from '~/data/generated/graphql'
import { paths } from '~/paths'

/** Groups of an organization's pages in the order of the navigation; its overview is in none. */
export const organizationGroups = ['', 'Registry', 'Workspaces', 'People', 'Settings'] as const

/** Kinds of things that an organization's pages count. */
export type Counted = 'modules' | 'providers' | 'workspaces' | 'members' | 'teams'

export type OrganizationPage = {
  label: string
  path: string
  icon: Icon
  group: (typeof organizationGroups)[number]
  /** Kind of the things that the page lists, if they are counted. */
  counts?: Counted
}

export type Named = { name: string; permissions: readonly OrganizationPermission[] }

type Row = [label: string, path: string, icon: Icon, needs: OrganizationPermission | 'site', counts?: Counted]

const inGroup = (group: OrganizationPage['group'], rows: readonly Row[]) =>
  rows.map(([label, path, icon, needs, counts]) => ({
    needs,
    page: { label, path, icon, group, ...(counts && { counts }) },
  }))

/** Returns the pages of an organization that a viewer may open; site administrators set its limits, policies and sharing. */
export function organizationPages(
  { name, permissions }: Named,
  isSiteWriter: boolean,
): readonly OrganizationPage[] {
  const all = [
    ...inGroup('Registry', [
      ['Modules', paths.organizationModules(name), IconPackage, 'ORGANIZATIONS_READ', 'modules'],
      ['Providers', paths.providers(name), IconPlugConnected, 'ORGANIZATIONS_READ', 'providers'],
      ['Public providers', paths.publicProviders(name), IconWorldCheck, 'ORGANIZATIONS_READ'],
      ['Upgrades', paths.moduleUpgrades(name), IconArrowBigUpLines, 'ORGANIZATIONS_READ'],
      ['Signing keys', paths.signingKeys(name), IconSignature, 'ORGANIZATIONS_READ'],
    ]),
    ...inGroup('Workspaces', [
      ['Workspaces', paths.workspaces(name), IconBox, 'ORGANIZATIONS_READ', 'workspaces'],
    ]),
    ...inGroup('People', [
      ['Members', paths.members(name), IconUsers, 'ORGANIZATIONS_READ', 'members'],
      ['Teams', paths.teams(name), IconUsersGroup, 'ORGANIZATIONS_READ', 'teams'],
      ['Tokens', paths.organizationTokens(name), IconKey, 'ORGANIZATION_TOKENS_WRITE'],
    ]),
    ...inGroup('Settings', [
      ['General', paths.organizationGeneral(name), IconSettings, 'ORGANIZATIONS_WRITE'],
      ['Webhooks', paths.organizationWebhooks(name), IconWebhook, 'WEBHOOKS_READ'],
      ['CI identities', paths.ciIdentities(name), IconRosetteDiscountCheck, 'CI_IDENTITIES_READ'],
      ['Limits', paths.organizationLimits(name), IconGauge, 'site'],
      ['Policies', paths.organizationPolicies(name), IconShieldCheck, 'site'],
      ['Registry sharing', paths.organizationSharing(name), IconShare, 'site'],
    ]),
  ]
  const pages = all
    .filter(({ needs }) => (needs === 'site' ? isSiteWriter : permissions.includes(needs)))
    .map(({ page }) => page)
  return [{ label: 'Overview', path: paths.organization(name), icon: IconHome, group: '' }, ...pages]
}

/** Returns the page of an organization that an address is on or below; its overview has nothing below it. */
export function organizationPageAt(
  pages: readonly OrganizationPage[],
  pathname: string,
): OrganizationPage | undefined {
  const [, place, name = ''] = pathname.split('/')
  const path = place === 'modules' ? `/organizations/${name}/modules` : pathname
  return pages.find((page) => page.path === path || (page.group !== '' && path.startsWith(`${page.path}/`)))
}

/** Returns the organization that an address is in. */
export function organizationIn(pathname: string): string | undefined {
  const [, place, name = ''] = pathname.split('/')
  const isInside = place === 'organizations' || place === 'modules'
  return isInside && name !== '' && name !== 'new' ? decodeURIComponent(name) : undefined
}
