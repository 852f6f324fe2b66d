'use client'

import { Alert, Anchor, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '~/ui/link'
import type { ProviderVersionDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { BesideFacts } from '~/ui/beside-facts'
import { Moment } from '~/ui/moment'
import { useRouter } from '~/ui/navigation'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { Section } from '~/ui/section'
import { EndOfLifeNotice } from '~/app/(signed-in)/end-of-life/notice'
import { DeprecationNotice } from '~/app/(signed-in)/deprecation/notice'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { Warnings } from '~/app/(signed-in)/organizations/[name]/(member)/providers/warnings'
import { useVersionActions } from '../version-actions'
import { missingOf, VersionBadge } from '../version-state'
import { ReleaseUpload } from '../release/release-upload'
import { FileSlot } from './file-slot'
import { Platforms } from './platforms'
import { ProviderVersionDetail, type FoundProvider, type FoundVersion } from './queries'

type Props = { id: string; version: string; initial: ProviderVersionDetailQuery }

/** A version of a private provider on its way to being published: its files, and what is still missing. */
export function ProviderVersion({ id, version, initial }: Props) {
  const { data } = useQuery({
    ...query(ProviderVersionDetail, { id, version }),
    initialData: initial,
  })
  // Deleted a moment ago: the page is about to be left.
  const provider = data.registryProvider?.version ? data.registryProvider : initial.registryProvider
  return provider?.version ? <Detail provider={provider} version={provider.version} /> : null
}

function Detail({ provider, version }: { provider: FoundProvider; version: FoundVersion }) {
  const router = useRouter()
  const { name } = useOrganization()
  const path = paths.provider(name, provider.id)
  const actionsOf = useVersionActions(provider.name, () => router.push(path))
  return (
    <>
      <PageHeader
        title={`${provider.name} ${version.version}`}
        tab={`${provider.name} ${version.version} · Providers · ${name}`}
        beside={<VersionBadge version={version} />}
        actions={version.canDelete && <PageActions actions={actionsOf(version)} />}
      />
      <Stack gap="md">
        {version.deprecation && <DeprecationNotice what="version" deprecation={version.deprecation} />}
        {version.endOfLife && <EndOfLifeNotice endOfLife={version.endOfLife} />}
        <Standing version={version} />
        <Warnings title="The CLI cannot run this version everywhere" warnings={version.warnings} />
        <BesideFacts
          facts={[
            [
              'Provider',
              <Anchor key="provider" component={Link} href={path} inherit>
                {provider.namespace}/{provider.name}
              </Anchor>,
            ],
            ['Signing key', version.keyId],
            ['Protocols', version.protocols.join(', ') || 'none named'],
            ['Created', <Moment key="created" at={version.createdAt} />],
            ['Changed', <Moment key="changed" at={version.updatedAt} />],
          ]}
        >
          {version.canDelete && !version.published && missingOf(version).length > 0 && (
            <ReleaseUpload provider={provider} version={version} />
          )}
          <Section title="Signed checksums">
            <Stack gap="md">
              <FileSlot
                label="Checksums"
                hint="The file SHA256SUMS: a line for each zip, with its SHA-256 and its name."
                uploadUrl={version.shasumsUploadUrl}
                downloadUrl={version.shasumsDownloadUrl}
              />
              <FileSlot
                label="Signature"
                hint={`SHA256SUMS.sig: the detached signature of it by ${version.keyId}.`}
                uploadUrl={version.shasumsSigUploadUrl}
                downloadUrl={version.shasumsSigDownloadUrl}
              />
            </Stack>
          </Section>
          <Platforms version={version} />
        </BesideFacts>
      </Stack>
    </>
  )
}

const listFormat = new Intl.ListFormat('en')

/** Whether it can be installed, and if not, why. */
function Standing({ version }: { version: FoundVersion }) {
  const missing = missingOf(version)
  if (version.published) return null
  if (missing.length > 0)
    return (
      <Alert color="yellow" title="It cannot be installed yet">
        It waits for {listFormat.format(missing)}.
      </Alert>
    )
  return (
    <Alert color="red" title="All files are there, and something is wrong with them" role="alert">
      {version.publicationError ?? 'They are being checked.'} What is published never changes, so delete this
      version and make it anew with the right files.
    </Alert>
  )
}
