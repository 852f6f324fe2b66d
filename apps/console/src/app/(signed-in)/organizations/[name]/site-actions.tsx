'use client'

import { Group } from '@mantine/core'
import type { OrganizationActionFactsFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { useActionsOfPage } from '~/shell/quick-actions'
import { useMay } from '~/shell/viewer'
import { useHydrated } from '~/ui/hydrated'
import { useRouter } from '~/ui/navigation'
import { PageActions } from '~/ui/page-actions'
import { useOrganizationActions } from '../actions'

export function SiteActions({ organization }: { organization: OrganizationActionFactsFragment }) {
  const router = useRouter()
  const actionsOf = useOrganizationActions(() => router.push(paths.organizations()))
  const actions = useMay('SITE_ORGANIZATIONS_WRITE') ? actionsOf(organization) : []
  useActionsOfPage(actions, (label) => `${label}: ${organization.name}`)
  const isReady = useHydrated()
  // Its scripts come after those of the page: until then the buttons take no click either.
  return (
    <Group gap="xs" style={isReady ? {} : { pointerEvents: 'none' }}>
      <PageActions actions={actions} />
    </Group>
  )
}
