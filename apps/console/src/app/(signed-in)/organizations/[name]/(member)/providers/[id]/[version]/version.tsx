'use client'

import { Alert, Anchor, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { DeprecationNotice } from '~/app/(signed-in)/deprecation/notice'
import { EndOfLifeNotice } from '~/app/(signed-in)/end-of-life/notice'
import { Warnings } from '~/app/(signed-in)/organizations/[name]/(member)/providers/warnings'
import { PublishedBy } from '~/app/(signed-in)/provenance/published-by'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import type { ProviderVersionDetailQuery } from '~/data/generated/graphql'
import { change } from '~/data/use-change'
import { useFound } from '~/data/use-found'
import { paths } from '~/paths'
import { useAct } from '~/shell/act'
import { deletion } from '~/shell/deletion'
import { useUnsavedChanges } from '~/shell/leave-guard'
import { DetailLayout } from '~/ui/detail-layout'
import { Copy } from '~/ui/copy'
import { lazyDialog } from '~/ui/dialogs/lazy-dialog'
import type { Fact } from '~/ui/fact-list'
import { Link } from '~/ui/link'
import { TextLink } from '~/ui/links'
import { Moment } from '~/ui/moment'
import { useRouter } from '~/ui/navigation'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { Section } from '~/ui/section'
import { StateDot } from '~/ui/feedback/state-dot'
import { count, listed } from '~/ui/text'
import { Note, Nothing, Problems } from '~/ui/texts'
import { useUrlDialog } from '~/ui/dialogs/url-dialog'
import { FileList } from '../release/file-list'
import { isUploaded, problemsOf, readRelease, type Release, takeOver } from '../release/read-release'
import { ReleaseDrop } from '../release/release-drop'
import { useReleaseUpload } from '../release/use-release-upload'
import { useVersionActions } from '../version-actions'
import { missingOf, VersionBadge } from '../version-state'
import { type FoundProvider, type FoundVersion, ProviderVersionDetail } from './queries'
import { type TakenDocs, TakenDocsNotice, takenIn } from './taken-docs'
import { UploadState, useUpload } from './upload'

type Props = { id: string; version: string; initial: ProviderVersionDetailQuery }

/** A version of a private provider on its way to being published: its files, and what is still missing. */
export function ProviderVersion({ id, version, initial }: Props) {
  const { found } = useFound(ProviderVersionDetail, { id, version }, initial, ({ registryProvider }) =>
    registryProvider?.version ? { provider: registryProvider, version: registryProvider.version } : null,
  )
  return <Detail {...found} />
}

function Detail({ provider, version: found }: { provider: FoundProvider; version: FoundVersion }) {
  const isRevoked = [provider, found].some(({ deprecation }) => deprecation?.status === 'REVOKED')
  const version = isRevoked ? withoutDownloads(found) : found
  const router = useRouter()
  const { name } = useOrganization()
  const path = paths.provider(name, provider.id)
  const actionsOf = useVersionActions(provider.name, () => router.push(path))
  return (
    <>
      <PageHeader
        title={`${provider.name} ${version.version}`}
        of={{ label: provider.name, path }}
        tab={`${version.version} · ${provider.name} · Providers · ${name}`}
        afterTitle={<VersionBadge version={version} />}
        actions={version.canDelete && <PageActions actions={actionsOf(version)} />}
      />
      <Stack gap="md">
        {version.published && <PublishedBy provenance={version.provenance} />}
        {provider.deprecation && <DeprecationNotice what="provider" deprecation={provider.deprecation} />}
        {version.deprecation && <DeprecationNotice what="version" deprecation={version.deprecation} />}
        {version.endOfLife && <EndOfLifeNotice endOfLife={version.endOfLife} />}
        <InstallStatus version={version} />
        <Warnings title="The CLI cannot run this version everywhere" warnings={version.warnings} />
        <DetailLayout facts={factsOf(provider, version, path)}>
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
          <Documentation providerId={provider.id} version={version} />
        </DetailLayout>
      </Stack>
    </>
  )
}

const factsOf = (provider: FoundProvider, version: FoundVersion, path: string): readonly Fact[] => [
  [
    'Provider',
    <Anchor key="provider" component={Link} href={path} inherit>
      {provider.namespace}/{provider.name}
    </Anchor>,
  ],
  ['Signing key', version.keyId],
  ['Protocols', version.protocols.join(', ') || <Nothing key="protocols" />],
  ['Created', <Moment key="created" at={version.createdAt} />],
  ['Changed', <Moment key="changed" at={version.updatedAt} />],
]

/** The files of what is revoked are there, and are given to none. */
const withoutDownloads = (version: FoundVersion): FoundVersion => ({
  ...version,
  shasumsDownloadUrl: version.shasumsDownloadUrl && '',
  shasumsSigDownloadUrl: version.shasumsSigDownloadUrl && '',
  platforms: version.platforms.map((platform) => ({
    ...platform,
    providerBinaryDownloadUrl: platform.providerBinaryDownloadUrl && '',
  })),
})

/** Tells whether the version can be installed, and if not, why. */
function InstallStatus({ version }: { version: FoundVersion }) {
  const missing = missingOf(version)
  if (version.published) return null
  if (missing.length > 0)
    return (
      <Alert color="yellow" title="It cannot be installed yet">
        It waits for {listed(missing)}.
      </Alert>
    )
  return (
    <Alert color="red" title="All files are there, but they are not valid" role="alert">
      {version.publicationError ?? 'They are being checked.'} Files of a version cannot be replaced: delete it
      and create it again with the right ones.
    </Alert>
  )
}

type ReleaseUploadProps = { provider: FoundProvider; version: FoundVersion }

/** Takes the files that a version waits for, all at once. */
function ReleaseUpload({ provider, version }: ReleaseUploadProps) {
  const [release, setRelease] = useState<Release>()
  const { states, isUnderWay, sendAll, retry, stop } = useReleaseUpload(version)
  useUnsavedChanges(isUnderWay)
  const isBegun = Object.keys(states).length > 0
  const begin = useRef((handed: Release) => {
    setRelease(handed)
    void sendAll(handed)
  })
  useEffect(() => {
    const handed = takeOver(version.id)
    if (handed) begin.current(handed)
  }, [version.id])
  const sent = release?.files.filter(isUploaded) ?? []
  const { gpgKeys } = provider.organization
  const keys = gpgKeys.nodes.filter(({ signerIds }) =>
    signerIds.some((id) => version.keyId.toUpperCase().endsWith(id)),
  )
  // The key of the version is then one that is not listed.
  const isBeyond = keys.length === 0 && gpgKeys.totalCount > gpgKeys.nodes.length
  const problems = release ? problemsOf(release, isBeyond ? undefined : keys, version.version) : []
  const fits = release && problems.length === 0 && sent.every(({ problem }) => problem === null)
  return (
    <Section title="Release files">
      <Stack gap="md">
        {!isBegun && (
          <ReleaseDrop onFiles={(files) => void readRelease(files, provider.name).then(setRelease)} />
        )}
        {release && (
          <>
            <Problems texts={problems} />
            <FileList files={release.files} uploads={{ states, retry: (each) => void retry(each) }} />
            <Group gap="xs">
              {!isBegun && (
                <Button onClick={() => void sendAll(release)} disabled={!fits}>
                  Upload {count(sent.length, 'file')}
                </Button>
              )}
              {isUnderWay && (
                <Button variant="default" onClick={stop}>
                  Stop
                </Button>
              )}
            </Group>
          </>
        )}
      </Stack>
    </Section>
  )
}

const AddPlatformDialog = lazyDialog(async () => (await import('./add-platform-dialog')).AddPlatformDialog)

type Platform = FoundVersion['platforms'][number]

/** A zip for each system that the provider runs on. */
function Platforms({ version }: { version: FoundVersion }) {
  const dialog = useUrlDialog('platform')
  const addButton = version.canDelete && (
    <Button size="xs" variant="default" leftSection={<IconPlus size={15} />} onClick={() => dialog.open()}>
      Add a platform
    </Button>
  )
  return (
    <Section title="Platforms" action={addButton}>
      {version.platforms.length === 0 ? (
        <Note>None yet.</Note>
      ) : (
        <Stack component="ul" gap="lg" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Platforms">
          {version.platforms.map((platform) => (
            <li key={platform.id}>
              <OnePlatform platform={platform} version={version} />
            </li>
          ))}
        </Stack>
      )}
      <AddPlatformDialog version={version} opened={dialog.opened} onClose={dialog.close} />
    </Section>
  )
}

function OnePlatform({ platform, version }: { platform: Platform; version: FoundVersion }) {
  const { id, os, arch, filename, shasum, canDelete } = platform
  const label = `${os}/${arch}`
  const remove = deletion(useAct(), {
    name: `${label} of ${version.version}`,
    short: 'platform',
    change: change('registryProviderPlatformDelete', { id }),
    body: 'Its zip is deleted too. This version can then no longer be installed on that platform.',
    done: `${label} is deleted.`,
  })
  return (
    <Stack gap={4}>
      <FileSlot
        label={label}
        hint={filename}
        uploadUrl={platform.providerBinaryUploadUrl}
        downloadUrl={platform.providerBinaryDownloadUrl}
        onDelete={canDelete ? remove.run : undefined}
      />
      <Group gap="xs">
        <Text size="xs" c="dimmed" title={shasum}>
          SHA-256 {shasum.slice(0, 12)}…
        </Text>
        <Copy text={shasum} what={`checksum of ${label}`} />
      </Group>
    </Stack>
  )
}

/** Documentation of a version, which may be replaced. */
function Documentation({ providerId, version }: { providerId: string; version: FoundVersion }) {
  const { docsUploadedAt, docsUploadUrl } = version
  const { upload, start, cancel } = useUpload()
  const [taken, setTaken] = useState<TakenDocs>()
  async function choose(file: File | null) {
    if (!file || docsUploadUrl === null) return
    setTaken(undefined)
    const answer = await start(docsUploadUrl, file)
    if (answer !== undefined) setTaken(takenIn(answer))
  }
  if (docsUploadedAt === null && docsUploadUrl === null) return null
  const button = docsUploadUrl !== null && upload.step !== 'sending' && (
    <FileButton
      onChange={(file) => void choose(file)}
      inputProps={{ 'aria-label': 'Archive of documentation' }}
    >
      {(props) => (
        <Button {...props} size="xs" variant="default" leftSection={<IconUpload size={15} />}>
          {docsUploadedAt === null ? 'Upload' : 'Replace'}
        </Button>
      )}
    </FileButton>
  )
  return (
    <Section title="Documentation" action={button}>
      <Stack gap="xs">
        {docsUploadedAt === null ? (
          <Note>
            None yet. Pack the pages as a gzipped tar: index.md, guides/, resources/ and data-sources/, at its
            root or in docs/; or publish with <code>--docs</code>, which also adds them later.
          </Note>
        ) : (
          <Text size="sm">
            <TextLink href={paths.providerDocs(providerId, version.version)}>Read the documentation</TextLink>
            , uploaded <Moment at={docsUploadedAt} />.
          </Text>
        )}
        <UploadState upload={upload} onCancel={cancel} />
        {taken && <TakenDocsNotice taken={taken} />}
      </Stack>
    </Section>
  )
}

type FileSlotProps = {
  label: string
  hint: string
  /** Upload address; null once the file is there, and for viewers who may not upload. */
  uploadUrl: string | null
  /** Download address; empty if it cannot be downloaded, null while it is missing. */
  downloadUrl: string | null
  /** Absent where it may not be deleted. */
  onDelete?: (() => void) | undefined
}

/** The place of one file: empty, on its way, refused or there. */
function FileSlot({ label, hint, uploadUrl, downloadUrl, onDelete }: FileSlotProps) {
  const { upload, start, cancel } = useUpload()
  const choose = (file: File | null) => {
    if (file && uploadUrl !== null) void start(uploadUrl, file)
  }
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="baseline" gap="xs">
        <div style={{ flex: '1 1 14rem', minWidth: 0 }}>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              {label}
            </Text>
            {downloadUrl === null ? (
              <StateDot tone="warning">Missing</StateDot>
            ) : (
              <StateDot tone="good">Uploaded</StateDot>
            )}
          </Group>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {hint}
          </Text>
        </div>
        {downloadUrl && (
          <Anchor href={downloadUrl} size="sm" aria-label={`Download ${label}`}>
            Download
          </Anchor>
        )}
        {uploadUrl !== null && upload.step !== 'sending' && (
          <FileButton onChange={choose} inputProps={{ 'aria-label': `File for ${label}` }}>
            {(props) => (
              <Button
                {...props}
                size="xs"
                variant="default"
                leftSection={<IconUpload size={15} />}
                aria-label={`Upload ${label}`}
              >
                Upload
              </Button>
            )}
          </FileButton>
        )}
        {onDelete && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            onClick={onDelete}
            aria-label={`Delete ${label}`}
          >
            Delete
          </Button>
        )}
      </Group>
      <UploadState upload={upload} onCancel={cancel} />
    </Stack>
  )
}
