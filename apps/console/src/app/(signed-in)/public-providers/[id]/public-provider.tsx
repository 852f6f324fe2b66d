'use client'

import { Alert, Stack, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Activity } from '~/app/(signed-in)/audit/activity'
import type { PublicProviderDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useActionsOfPage } from '~/shell/quick-actions'
import { BesideFacts } from '~/ui/beside-facts'
import { Copy } from '~/ui/copy'
import { Crumbs } from '~/ui/crumbs'
import { idFact, type Facts } from '~/ui/fact-list'
import { given } from '~/ui/given'
import { Ago, Moment } from '~/ui/moment'
import { useRouter } from '~/ui/navigation'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { Section } from '~/ui/section'
import { Note } from '~/ui/texts'
import { useMay } from '~/shell/viewer'
import { usePublicProviderActions } from '../actions'
import { sealedIn } from '../sealed'
import { ProviderState } from '../state'
import { Approvals, Askers } from '../wanted'
import { addressOf, nameOf, ruleWords, whoText } from '../words'
import { PublicProviderDetail } from './queries'
import { useLookOutcome } from './use-look-outcome'
import { Versions } from './versions'

// The field that organizations are chosen by is large, and below the versions.
const ApprovedOrganizations = dynamic(
  async () => (await import('./approved-organizations')).ApprovedOrganizations,
)
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
  useLookOutcome(before, data.sitePublicProvider, () => setBefore(undefined))
  // Deleted a moment ago: the page is about to be left.
  const provider = data.sitePublicProvider ?? initial.sitePublicProvider
  const shown = { settings: data.publicProviderSettings, isLooking: before !== undefined, onLook: setBefore }
  return provider ? <Detail provider={provider} {...shown} /> : null
}

type DetailProps = {
  provider: Found
  settings: Settings
  isLooking: boolean
  onLook: (before: Found) => void
}

function Detail({ provider, settings, isLooking, onLook }: DetailProps) {
  const router = useRouter()
  const mayReadLog = useMay('AUDIT_EVENTS_READ')
  const name = nameOf(provider)
  const actions = usePublicProviderActions({
    lookObstacle: (each) => (isLooking ? 'Its origin is being asked' : sealedIn(settings)(each)),
    onLook: () => onLook(provider),
    onDeleted: () => router.push(paths.sitePublicProviders()),
  })(provider)
  useActionsOfPage(actions, (label) => `${label}: ${name}`)
  return (
    <>
      <Crumbs trail={[{ label: 'Public providers', path: paths.sitePublicProviders() }]} />
      <PageHeader
        title={name}
        tab={`${name} · Public providers`}
        beside={<ProviderState provider={provider} />}
        actions={<PageActions actions={actions} />}
      />
      <Stack gap={4} mb="md">
        <Note>
          <code>{addressOf(provider)}</code> <Copy text={addressOf(provider)} what="address" />
        </Note>
        <Note>{whoText(provider, settings.rule)}</Note>
      </Stack>
      <Stack gap="md">
        {provider.lookError !== null && <LookError provider={provider} />}
        {provider.wanted.length > 0 && <WantedHere provider={provider} />}
        <Versions provider={provider} cooldown={settings.cooldown} />
        <BesideFacts facts={factsOf(provider, settings, isLooking)} labelWidth="6rem">
          <ApprovedOrganizations provider={provider} rule={settings.rule} />
          <Users id={provider.id} />
        </BesideFacts>
      </Stack>
      {mayReadLog && <Activity search={addressOf(provider)} />}
    </>
  )
}

const factsOf = (provider: Found, settings: Settings, isLooking: boolean): Facts => [
  ['Site rule', ruleWords[settings.rule]],
  ['Cooldown', settings.cooldown === '0s' ? 'None' : settings.cooldown],
  ['For all', provider.approvedForAll ? 'Approved for all organizations' : 'Not approved for all'],
  ['First seen', <Moment key="first" at={provider.firstSeenAt} />],
  [
    'Looked at',
    isLooking ? (
      <span key="looked" role="status">
        Asking its origin…
      </span>
    ) : (
      <Moment key="looked" at={provider.lookedAt} />
    ),
  ],
  provider.warnings.length > 0 && ['The origin says', provider.warnings.join(' ')],
  idFact(provider),
]

const LookError = ({ provider: { lookError, lookedAt, origin } }: { provider: Found }) => (
  <Alert color="yellow" icon={<IconCloudOff size={18} />} title="The last look failed">
    <Text size="sm">
      {given(lookError ?? '')}. {origin} last answered <Ago at={lookedAt} />. What was seen until then stays
      as it is; nothing newer becomes available.
    </Text>
  </Alert>
)

const WantedHere = ({ provider }: { provider: Found }) => (
  <Section title="Wanted" action={<Approvals provider={provider} />}>
    <Askers provider={provider} />
  </Section>
)
