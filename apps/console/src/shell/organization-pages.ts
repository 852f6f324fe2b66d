import type { OrganizationPermission } from '../data/generated/graphql'
import { paths } from '../paths'

export type OrganizationPage = { label: string; path: string }

export type Named = { name: string; permissions: readonly OrganizationPermission[] }

/** The pages of an organization that its tabs lead to, as far as these permissions open them. */
export function organizationPages({ name, permissions }: Named): readonly OrganizationPage[] {
  const pages: readonly [label: string, path: string, permission?: OrganizationPermission][] = [
    ['Workspaces', paths.workspaces(name)],
    ['Members', paths.members(name)],
    ['Teams', paths.teams(name)],
    ['Modules', paths.organizationModules(name)],
    ['Upgrades', paths.moduleUpgrades(name)],
    ['Providers', paths.providers(name)],
    ['Signing keys', paths.signingKeys(name)],
    ['Tokens', paths.organizationTokens(name), 'ORGANIZATION_TOKENS_WRITE'],
  ]
  return pages
    .filter(([, , permission = 'ORGANIZATIONS_READ']) => permissions.includes(permission))
    .map(([label, path]) => ({ label, path }))
}

/** The settings that a viewer may change: general ones are its owners', limits and sharing the site's. */
export const settingsPages = (
  { name, permissions }: Named,
  isSiteWriter: boolean,
): readonly OrganizationPage[] => [
  ...(permissions.includes('ORGANIZATIONS_WRITE')
    ? [{ label: 'General', path: paths.organizationGeneral(name) }]
    : []),
  ...(permissions.includes('WEBHOOKS_READ')
    ? [{ label: 'Webhooks', path: paths.organizationWebhooks(name) }]
    : []),
  ...(permissions.includes('CI_IDENTITIES_READ')
    ? [{ label: 'CI identities', path: paths.ciIdentities(name) }]
    : []),
  ...(isSiteWriter
    ? [
        { label: 'Limits', path: paths.organizationLimits(name) },
        { label: 'Registry sharing', path: paths.organizationSharing(name) },
      ]
    : []),
]

/** Which organization an address is in. */
export function organizationIn(pathname: string): string | undefined {
  const [, place, name = ''] = pathname.split('/')
  const isInside = place === 'organizations' || place === 'modules'
  return isInside && name !== '' && name !== 'new' ? decodeURIComponent(name) : undefined
}
