'use client'

import { Paper } from '@mantine/core'
import {
  IconEdit,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconRosetteDiscountCheck,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { TrustedIssuerRowFragment } from '~/data/generated/graphql'
import { change } from '~/data/use-change'
import { useAct } from '~/shell/act'
import { deletion } from '~/shell/deletion'
import { useMay } from '~/shell/viewer'
import { ActionButton } from '~/ui/action-button'
import type { Column } from '~/ui/lists/data-table'
import { Empty } from '~/ui/feedback/empty'
import { lazyDialog } from '~/ui/dialogs/lazy-dialog'
import { nameColumn } from '~/ui/links'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/lists/paged-list'
import { menuColumn } from '~/ui/lists/row-menu'
import { StateDot } from '~/ui/feedback/state-dot'
import { firstNames } from '~/ui/text'
import { Dimmed, Exact, Note } from '~/ui/texts'
import { useUrlDialog } from '~/ui/dialogs/url-dialog'
import { useList } from '~/ui/lists/use-list'
import { TrustedIssuerList } from './queries'
import { kindWords } from './ready-forms'

const IssuerDialog = lazyDialog(async () => (await import('./issuer-dialog')).IssuerDialog)

type Row = TrustedIssuerRowFragment

const columns: readonly Column<Row>[] = [
  nameColumn('Name', 3, () => undefined),
  {
    key: 'state',
    header: 'State',
    width: 2,
    place: 'below',
    cell: ({ enabled }) =>
      enabled ? (
        <StateDot tone="good" quiet>
          Enabled
        </StateDot>
      ) : (
        <StateDot tone="idle">Disabled</StateDot>
      ),
  },
  {
    key: 'issuer',
    header: 'Issuer',
    width: 5,
    place: 'below',
    cell: ({ issuer }) => <Exact>{issuer}</Exact>,
  },
  { key: 'kind', header: 'Kind', width: 2, cell: ({ kind }) => kindWords[kind] },
  {
    key: 'organizations',
    header: 'Organizations',
    width: 3,
    cell: ({ organizations }) =>
      organizations === null ? (
        'All'
      ) : organizations.length === 0 ? (
        <Dimmed>None</Dimmed>
      ) : (
        firstNames(organizations, 2)
      ),
  },
]

/** The CI systems whose word about their jobs counts here. */
export function TrustedIssuers({ publicUrl }: { publicUrl: string }) {
  const mayWrite = useMay('TRUSTED_ISSUERS_WRITE')
  const list = useList(TrustedIssuerList, { noun: 'trusted issuer', pick: (data) => data.trustedIssuers })
  const dialog = useUrlDialog('create')
  const [edited, setEdited] = useState<Row>()
  const actionsOf = useIssuerActions(setEdited)
  const addButton = mayWrite && (
    <ActionButton leftSection={<IconPlus size={16} />} onClick={() => dialog.open()}>
      Trust an issuer
    </ActionButton>
  )
  return (
    <>
      <PageHeader title="Trusted issuers" actions={addButton} />
      <Note mb="md" maw={720}>
        The platform believes what a CI system says about its jobs: which repository, ref and workflow each
        one runs. That alone gives no access. The owners of an organization decide by CI identities which jobs
        get a token.
      </Note>
      <Paper>
        <PagedList
          columns={[...columns, mayWrite && menuColumn(({ name }: Row) => name, actionsOf, 1.2)]}
          {...list}
          expected={2}
          nothing={
            <Empty icon={IconRosetteDiscountCheck} title="No trusted issuers yet" action={addButton}>
              Jobs of a trusted CI system can publish, install and apply without a stored secret, where owners
              allow them.
            </Empty>
          }
        />
      </Paper>
      {mayWrite && (
        <>
          <IssuerDialog publicUrl={publicUrl} opened={dialog.opened} onClose={dialog.close} />
          <IssuerDialog
            key={edited?.id}
            publicUrl={publicUrl}
            issuer={edited}
            opened={edited !== undefined}
            onClose={() => setEdited(undefined)}
          />
        </>
      )}
    </>
  )
}

function useIssuerActions(onEdit: (issuer: Row) => void) {
  const act = useAct()
  return (issuer: Row) => {
    const { id, name, enabled } = issuer
    return [
      { label: 'Edit', icon: IconEdit, run: () => onEdit(issuer) },
      enabled
        ? act({
            label: 'Disable',
            icon: IconPlayerPause,
            change: change('trustedIssuerUpdate', { id, enabled: false }),
            question: {
              title: `Disable ${name}?`,
              body: 'Its jobs can get no tokens until you enable it again. Existing tokens end now.',
              confirm: 'Disable',
              danger: true,
              reason: true,
            },
            done: `${name} is disabled.`,
          })
        : act({
            label: 'Enable',
            icon: IconPlayerPlay,
            change: change('trustedIssuerUpdate', { id, enabled: true }),
            done: `${name} is enabled.`,
          }),
      deletion(act, {
        name,
        short: 'issuer',
        change: change('trustedIssuerDelete', { id }),
        body: 'The CI identities of all organizations that name it are deleted too. Existing tokens of their jobs end now.',
      }),
    ]
  }
}
