'use client'

import { Alert } from '@mantine/core'
import { IconPower } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { OrganizationDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useVisit } from '~/shell/recent-things'
import { useMay } from '~/shell/viewer'
import { BesideFacts } from '~/ui/beside-facts'
import { Activity } from '~/app/(signed-in)/audit/activity'
import { factsOf } from './facts'
import { Owners } from './owners'
import { OrganizationDetail, type FoundOrganization } from './queries'
import { SharingSummary } from './sharing-summary'
import { Workspaces } from './workspaces'

export function Organization({ name, initial }: { name: string; initial: OrganizationDetailQuery }) {
  const { data } = useQuery({ ...query(OrganizationDetail, { name }), initialData: initial })
  // Deleted a moment ago: the page is about to be left.
  const organization = data.siteOrganization ?? initial.siteOrganization
  return organization ? <Detail organization={organization} /> : null
}

function Detail({ organization }: { organization: FoundOrganization }) {
  const mayReadLog = useMay('AUDIT_EVENTS_READ')
  useVisit({ kind: 'ORGANIZATION', label: organization.name, path: paths.organization(organization.name) })
  return (
    <>
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
