'use client'

import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CliFacts } from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/words'
import { RequiredProvider } from '~/app/(signed-in)/organizations/[name]/(member)/providers/[id]/use-provider'
import { DecidedElsewhere } from '~/app/(signed-in)/organizations/[name]/installable-providers'
import type { PublicProviderStatusQuery } from '~/data/generated/graphql'
import { useFound } from '~/data/use-found'
import { paths } from '~/paths'
import { TextLink } from '~/ui/links'
import { Note } from '~/ui/texts'
import { WithRail } from '~/ui/with-rail'
import { type FoundPublicProvider, PublicProviderStatus } from './queries'
import { InstallStatus } from './install-status'
import { InstallableVersions } from './versions'
import { newestAvailable, withProvider } from './words'

type Props = {
  initial: PublicProviderStatusQuery
  /** Stands where the versions do as soon as it is known here. */
  unknown?: ReactNode
}

/** A public provider as it stands for the organization of the page: whether it installs, and which versions do. */
export function PublicProviderHere({ initial, unknown }: Props) {
  const asked = withProvider(initial)
  const { origin = '', namespace = '', name = '' } = asked?.publicProvider ?? {}
  const variables = { organization: asked?.name ?? '', origin, namespace, name }
  const { data, found } = useFound(PublicProviderStatus, variables, initial, withProvider)
  const { publicProvider: provider } = found
  const newest = newestAvailable(provider.newest)
  const versions = provider.isKnown ? <InstallableVersions provider={provider} /> : unknown
  return (
    <Stack gap="md">
      <InstallStatus
        organization={found}
        provider={provider}
        mainOrigin={data.publicProviderSettings.mainOrigin}
      />
      <DecidedElsewhere organization={found} decidedBy={data.publicProviderSettings.decidedBy} />
      {provider.isUsable && (!provider.isKnown || newest !== undefined) ? (
        <WithRail rail={<HowToUse cli={data.cli} provider={provider} version={newest} />}>
          {versions}
        </WithRail>
      ) : (
        versions
      )}
    </Stack>
  )
}

type UseProps = { cli: CliFacts; provider: FoundPublicProvider; version: string | undefined }

const HowToUse = ({ cli, provider, version }: UseProps) => (
  <>
    <RequiredProvider cli={cli} provider={{ registryName: 'PUBLIC', ...provider }} version={version} />
    <Note>
      It installs from here once you <TextLink href={paths.connect()}>connect the CLI</TextLink>.
    </Note>
  </>
)
