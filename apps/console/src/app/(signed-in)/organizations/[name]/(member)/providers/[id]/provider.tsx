'use client'

import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ProviderDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useVisit } from '~/shell/recent-things'
import { useRouter } from '~/ui/navigation'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { DeprecationBadge } from '~/app/(signed-in)/deprecation/badge'
import { DeprecationNotice } from '~/app/(signed-in)/deprecation/notice'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { OrganizationActivity } from '~/app/(signed-in)/organizations/[name]/organization-activity'
import { useProviderActions } from '../actions'
import { RegistryBadge } from '../registry-badge'
import { OwnVersions } from './own-versions'
import { PublicVersions } from './public-versions'
import { ProviderDetail, type CliFacts, type FoundProvider } from './queries'
import { UseProvider } from './use-provider'
import { WorkspacesUsing } from './workspaces-using'

/** A provider and its versions: its own, or those that the public registry lists. */
export function Provider({ id, initial }: { id: string; initial: ProviderDetailQuery }) {
  const { data } = useQuery({ ...query(ProviderDetail, { id }), initialData: initial })
  // Deleted a moment ago: the page is about to be left.
  const provider = data.registryProvider ?? initial.registryProvider
  return provider ? <Detail provider={provider} cli={data.cli} /> : null
}

function Detail({ provider, cli }: { provider: FoundProvider; cli: CliFacts }) {
  const router = useRouter()
  const { name } = useOrganization()
  const actionsOf = useProviderActions(() => router.push(paths.providers(name)))
  const label = `${provider.namespace}/${provider.name}`
  useVisit({ kind: 'PROVIDER', label, path: paths.provider(name, provider.id), hint: name })
  const Versions = provider.registryName === 'PUBLIC' ? PublicVersions : OwnVersions
  return (
    <>
      <PageHeader
        title={label}
        tab={`${provider.name} · Providers · ${name}`}
        beside={
          <>
            <RegistryBadge registryName={provider.registryName} />
            <DeprecationBadge deprecation={provider.deprecation} />
          </>
        }
        actions={<PageActions actions={actionsOf(provider)} />}
      />
      <Stack gap="md">
        {provider.deprecation && <DeprecationNotice what="provider" deprecation={provider.deprecation} />}
        <UseProvider provider={provider} cli={cli} />
        <Versions provider={provider} />
        {provider.registryName === 'PRIVATE' && (
          <WorkspacesUsing providerId={provider.id} usage={provider.usedByWorkspaces} />
        )}
      </Stack>
      <OrganizationActivity target={`${provider.namespace}/${provider.name}`} />
    </>
  )
}
