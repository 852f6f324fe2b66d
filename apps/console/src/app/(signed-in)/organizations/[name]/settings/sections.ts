import type { OrganizationPermission } from '~/data/generated/graphql'
import { paths } from '~/paths'

export type SettingsSection = { label: string; path: string }

/** The settings that a viewer may change: general ones are its owners', limits and sharing the site's. */
export const sectionsOf = (
  name: string,
  permissions: readonly OrganizationPermission[],
  isSiteWriter: boolean,
): readonly SettingsSection[] => [
  ...(permissions.includes('ORGANIZATIONS_WRITE')
    ? [{ label: 'General', path: paths.organizationGeneral(name) }]
    : []),
  ...(permissions.includes('WEBHOOKS_READ')
    ? [{ label: 'Webhooks', path: paths.organizationWebhooks(name) }]
    : []),
  ...(isSiteWriter
    ? [
        { label: 'Limits', path: paths.organizationLimits(name) },
        { label: 'Registry sharing', path: paths.organizationSharing(name) },
      ]
    : []),
]
