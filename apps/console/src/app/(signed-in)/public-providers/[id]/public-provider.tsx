'use client'

import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Activity } from '~/app/(signed-in)/audit/activity'
import type { PublicProviderDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useActionsOfPage } from '~/shell/quick-actions'
import { ActionButton } from '~/ui/action-button'
import { DetailLayout } from '~/ui/detail-layout'
import { Copy } from '~/ui/copy'
import { Crumbs } from '~/ui/crumbs'
import { lazyDialog } from '~/ui/dialogs/lazy-dialog'
import { useUrlDialog } from '~/ui/dialogs/url-dialog'
import { idFact, type Facts } from '~/ui/fact-list'
import { Banner } from '~/ui/feedback/banner'
import { userText } from '~/ui/user-text'
import { Ago, Moment } from '~/ui/moment'
import { useRouter } from '~/ui/navigation'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { Section } from '~/ui/section'
import { Note } from '~/ui/texts'
import { useMay } from '~/shell/viewer'
import { usePublicProviderActions } from '../actions'
import { offlineReason } from '../offline-origin'
import { ProviderState } from '../state'
import { Approvals, Requesters } from '../requested-providers'
import { addressOf, alteredText, nameOf, ruleWords, whoText } from '../words'
import { Differences } from './differences'
import { PublicProviderDetail } from './queries'
import { useSyncOutcome } from './use-sync-outcome'
import { useVersionActions } from './version-actions'
import { Versions } from './versions'

// The field that organizations are chosen by is large, and below the versions.
const ApprovedOrganizations = dynamic(
  async () => (await import('./approved-organizations')).ApprovedOrganizations,
)
const ImportDialog = lazyDialog(async () => (await import('../import/import-dialog')).ImportDialog)
const Users = dynamic(async () => (await import('./users')).Users)

type Found = NonNullable<PublicProviderDetailQuery['sitePublicProvider']>
type Settings = PublicProviderDetailQuery['publicProviderSettings']
type Props = { id: string; initial: PublicProviderDetailQuery }

/** A provider of an origin: who may use it, and what stands of its versions. */
export function PublicProvider({ id, initial }: Props) {
  const [before, setBefore] = useState<Found>()
  const { data } = useQuery({
    ...query(PublicProviderDetail, { id }),
    initialData: () => initial,
    refetchInterval: before ? 1000 : false,
  })
  useSyncOutcome(before, data.sitePublicProvider, () => setBefore(undefined))
  // Deleted a moment ago: the page is about to be left.
  const provider = data.sitePublicProvider ?? initial.sitePublicProvider
  const shown = { settings: data.publicProviderSettings, isSyncing: before !== undefined, onSync: setBefore }
  return provider ? <Detail provider={provider} {...shown} /> : null
}

type DetailProps = {
  provider: Found
  settings: Settings
  isSyncing: boolean
  onSync: (before: Found) => void
}

function Detail({ provider, settings, isSyncing, onSync }: DetailProps) {
  const router = useRouter()
  const mayReadLog = useMay('AUDIT_EVENTS_READ')
  const name = nameOf(provider)
  const mayWrite = useMay('PUBLIC_PROVIDERS_WRITE')
  const importing = useUrlDialog('import')
  const importAction = { label: 'Import files', icon: IconUpload, run: () => importing.open() }
  const others = usePublicProviderActions({
    syncObstacle: (each) => (isSyncing ? 'A sync is running' : offlineReason(settings)(each)),
    onSync: () => onSync(provider),
    onDeleted: () => router.push(paths.sitePublicProviders()),
  })(provider)
  const actions = mayWrite ? [importAction, ...others] : others
  useActionsOfPage(actions, (label) => `${label}: ${name}`)
  const [newestAltered] = provider.alteredVersions.nodes
  return (
    <>
      <Crumbs trail={[{ label: 'Public providers', path: paths.sitePublicProviders() }]} />
      <PageHeader
        title={name}
        tab={`${name} · Public providers`}
        afterTitle={<ProviderState provider={provider} />}
        actions={<PageActions actions={actions} />}
      />
      <Stack gap={4} mb="md">
        <Note>
          <code>{addressOf(provider)}</code> <Copy text={addressOf(provider)} what="address" />
        </Note>
        <Note>{whoText(provider, settings.rule)}</Note>
      </Stack>
      <Stack gap="md">
        {provider.alteredVersions.totalCount > 0 && <Altered provider={provider} />}
        {newestAltered !== undefined && newestAltered.differences.length > 0 && (
          <Section title={`What differs in ${newestAltered.version}`}>
            <Differences version={newestAltered.version} files={newestAltered.differences} />
          </Section>
        )}
        {provider.lookError !== null && <SyncError provider={provider} />}
        {provider.wanted.length > 0 && <RequestedHere provider={provider} />}
        <Versions provider={provider} count={provider.versions.totalCount} cooldown={settings.cooldown} />
        <DetailLayout facts={factsOf(provider, settings, isSyncing)} labelWidth="6rem">
          <ApprovedOrganizations provider={provider} rule={settings.rule} />
          <Users id={provider.id} />
        </DetailLayout>
      </Stack>
      {mayReadLog && <Activity search={addressOf(provider)} />}
      <ImportDialog
        provider={{ origin: provider.origin, namespace: provider.namespace, name: provider.name }}
        origin={provider.origin}
        opened={importing.opened && mayWrite}
        onClose={importing.close}
      />
    </>
  )
}

const factsOf = (provider: Found, settings: Settings, isSyncing: boolean): Facts => [
  ['Site rule', ruleWords[settings.rule]],
  ['Cooldown', settings.cooldown === '0s' ? 'None' : settings.cooldown],
  ['First seen', <Moment key="first" at={provider.firstSeenAt} />],
  [
    'Synced',
    isSyncing ? (
      <span key="looked" role="status">
        Syncing…
      </span>
    ) : (
      <Moment key="looked" at={provider.lookedAt} />
    ),
  ],
  provider.warnings.length > 0 && ['The origin says', provider.warnings.join(' ')],
  idFact(provider),
]

const SyncError = ({ provider: { lookError, lookedAt, origin } }: { provider: Found }) => (
  <Alert color="yellow" icon={<IconCloudOff size={18} />} title="The last sync failed">
    <Text size="sm">
      {userText(lookError ?? '')}. {origin} last answered <Ago at={lookedAt} />. Versions known until then
      still install; new ones are not available until it answers.
    </Text>
  </Alert>
)

/** Alarm about versions whose files are no longer those that were first seen, with the decisions on the newest of them. */
function Altered({ provider }: { provider: Found }) {
  const { nodes, totalCount } = provider.alteredVersions
  const [newest] = nodes
  const actions = useVersionActions(nameOf(provider))
  return (
    <Banner
      color="red"
      icon={IconAlertTriangle}
      title={alteredText(nodes, totalCount)}
      actions={
        newest &&
        actions(newest).map(({ label, run, disabledReason }) => (
          <ActionButton key={label} size="xs" variant="default" disabledReason={disabledReason} onClick={run}>
            {label}
          </ActionButton>
        ))
      }
    >
      {newest?.alteration && `${newest.alteration}. `}
      Only files that are stored here install until you accept the change or block it.
    </Banner>
  )
}

const RequestedHere = ({ provider }: { provider: Found }) => (
  <Section title="Requested" action={<Approvals provider={provider} />}>
    <Requesters provider={provider} />
    <Note mt="xs">They may only use listed providers, and it is not listed for them.</Note>
  </Section>
)
