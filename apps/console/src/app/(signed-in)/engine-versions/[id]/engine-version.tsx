'use client'

import { Alert, Text } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { EngineVersionDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useActionsOfPage } from '~/shell/quick-actions'
import { useVisit } from '~/shell/recent-things'
import { useMay } from '~/shell/viewer'
import { BesideFacts } from '~/ui/beside-facts'
import { Crumbs } from '~/ui/crumbs'
import { given } from '~/ui/given'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { lazyDialog } from '~/ui/lazy-dialog'
import { useRouter } from '~/ui/navigation'
import { useUrlDialog } from '~/ui/url-dialog'
import { Activity } from '~/app/(signed-in)/audit/activity'
import { EndOfLifeNotice } from '~/app/(signed-in)/end-of-life/notice'
import { useEngineVersionActions } from '../actions'
import { Badges } from '../badges'
import { Archives } from './archives'
import { factsOf } from './facts'
import { EngineVersionDetail } from './queries'
import { RunBy } from './run-by'
import { StateUse } from './state-use'
import { UsedBy } from './used-by'
import { Verification } from './verification'
import { isVerifying } from './verification-queries'

const DeprecateDialog = lazyDialog(async () => (await import('../deprecate-dialog')).DeprecateDialog)

type Found = NonNullable<EngineVersionDetailQuery['engineVersion']>

export function EngineVersion({ id, initial }: { id: string; initial: EngineVersionDetailQuery }) {
  const { data } = useQuery({
    ...query(EngineVersionDetail, { id }),
    initialData: initial,
    refetchInterval: ({ state }) => (isVerifying(state.data?.engineVersion) ? 1000 : false),
  })
  // Deleted a moment ago: the page is about to be left.
  const version = data.engineVersion ?? initial.engineVersion
  return version ? <Detail version={version} /> : null
}

function Detail({ version }: { version: Found }) {
  const router = useRouter()
  const mayWrite = useMay('ENGINE_VERSIONS_WRITE')
  const mayReadLog = useMay('AUDIT_EVENTS_READ')
  const dialog = useUrlDialog('deprecate')
  const actionsOf = useEngineVersionActions({
    onDeprecate: () => dialog.open(),
    onDeleted: () => router.push(paths.engineVersions()),
  })
  const actions = mayWrite ? actionsOf(version) : []
  useActionsOfPage(actions, (label) => `${label} ${version.version}`)
  useVisit({ kind: 'ENGINE_VERSION', label: version.version, path: paths.engineVersion(version.id) })

  return (
    <>
      <Crumbs trail={[{ label: 'Engine versions', path: paths.engineVersions() }]} />
      <PageHeader
        title={version.version}
        tab={`${version.version} · Engine versions`}
        beside={<Badges version={version} />}
        actions={<PageActions actions={actions} />}
      />
      {version.deprecated && (
        <Alert color="orange" icon={<IconArchive size={18} />} title="This version is deprecated" mb="md">
          <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {given(version.deprecatedReason ?? 'No reason was given.')}
          </Text>
        </Alert>
      )}
      {version.endOfLife && <EndOfLifeNotice endOfLife={version.endOfLife} />}
      <BesideFacts facts={factsOf(version)} labelWidth="5.5rem">
        <Archives version={version} />
        <Verification version={version} />
        <UsedBy id={version.id} version={version.version} usage={version.usage} />
        <StateUse version={version.version} use={version.stateUse} />
        <RunBy version={version.version} seen={version.seenRecently} />
      </BesideFacts>
      {mayReadLog && <Activity narrowed={{ target: version.id }} />}
      <DeprecateDialog
        opened={dialog.opened && mayWrite && !version.deprecated}
        target={version}
        onClose={dialog.close}
      />
    </>
  )
}
