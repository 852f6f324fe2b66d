'use client'

import { Alert } from '@mantine/core'
import { IconPower } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { OrganizationDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useActionsOfPage } from '~/shell/quick-actions'
import { useVisit } from '~/shell/recent-things'
import { useMay } from '~/shell/viewer'
import { BesideFacts } from '~/ui/beside-facts'
import { Crumbs } from '~/ui/crumbs'
import { useRouter } from '~/ui/navigation'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { Activity } from '~/app/(signed-in)/audit/activity'
import { useOrganizationActions } from '../actions'
import { Badges } from '../badges'
import { factsOf } from './facts'
import { Owners } from './owners'
import { OrganizationDetail, type FoundOrganization } from './queries'
import { SharingSummary } from './sharing-summary'
import { OrganizationTabs } from './tabs'
import { Workspaces } from './workspaces'

export function Organization({ name, initial }: { name: string; initial: OrganizationDetailQuery }) {
  const { data } = useQuery({ ...query(OrganizationDetail, { name }), initialData: initial })
  // Deleted a moment ago: the page is about to be left.
  const organization = data.siteOrganization ?? initial.siteOrganization
  return organization ? <Detail organization={organization} /> : null
}

function Detail({ organization }: { organization: FoundOrganization }) {
  const router = useRouter()
  const actionsOf = useOrganizationActions(() => router.push(paths.organizations()))
  const mayReadLog = useMay('AUDIT_EVENTS_READ')
  const actions = useMay('SITE_ORGANIZATIONS_WRITE') ? actionsOf(organization) : []
  useActionsOfPage(actions, (label) => `${label}: ${organization.name}`)
  useVisit({ kind: 'ORGANIZATION', label: organization.name, path: paths.organization(organization.name) })
  return (
    <>
      <Crumbs trail={[{ label: 'Organizations', path: paths.organizations() }]} />
      <OrganizationTabs name={organization.name} permissions={organization.permissions} />
      <PageHeader
        title={organization.name}
        tab={`${organization.name} · Organizations`}
        beside={<Badges organization={organization} />}
        actions={<PageActions actions={actions} />}
      />
      {organization.isDisabled && (
        <Alert color="red" icon={<IconPower size={18} />} title="This organization is disabled" mb="md">
          Only site administrators can see it. Its tokens do not work, and its modules and providers cannot be
          downloaded. Enabling it brings everything back.
        </Alert>
      )}
      <BesideFacts facts={factsOf(organization)} below={<Owners owners={organization.owners} />}>
        <Workspaces organization={organization} />
        <SharingSummary organization={organization} />
      </BesideFacts>
      {mayReadLog && <Activity narrowed={{ organization: organization.name }} />}
    </>
  )
}
