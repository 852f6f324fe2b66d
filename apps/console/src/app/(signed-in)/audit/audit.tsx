'use client'

import { Paper, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useSearchParams } from 'next/navigation'
import { graphql } from '~/data/generated'
import { useQueryKeepingPrevious } from '~/data/query'
import { paths } from '~/paths'
import { Empty } from '~/ui/empty'
import { orderBy } from '~/ui/list-order'
import { useListPreferences } from '~/ui/list-preferences-provider'
import { withSize } from '~/ui/list-state'
import { NoMatch } from '~/ui/no-match'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/paged-list'
import { useUrlDialog } from '~/ui/url-dialog'
import { retentionInWords } from './actions'
import { columnsWith } from './columns'
import { lazyDialog } from '~/ui/lazy-dialog'
import { ExportMenu } from './export-menu'
import { cleared, Filters } from './filters'
import { auditQueryOf, filterOf, isNarrowed, orders, readAuditState, type AuditState } from './list-state'

const EventDrawer = lazyDialog(async () => (await import('./event-drawer')).EventDrawer)

const AuditEventList = graphql(`
  query AuditEventList($filter: AuditEventFilterInput!, $orderBy: AuditEventOrder, $page: PageInput!) {
    auditEvents(filter: $filter, orderBy: $orderBy, page: $page) {
      nodes {
        ...AuditEventRow
      }
      pageInfo {
        ...PageFacts
      }
      totalCount
      hasMore
      keptMonths
    }
  }
`)

/** While a search is typed, one entry in the history is enough. */
function show(state: AuditState, typing = false): void {
  const path = paths.audit(auditQueryOf(state))
  if (typing) window.history.replaceState(null, '', path)
  else window.history.pushState(null, '', path)
}

type Props = {
  /** The organization of a reader who is no site administrator. */
  restrictedTo: string | undefined
}

export function Audit({ restrictedTo }: Props) {
  const params = useSearchParams()
  const state = readAuditState(params)
  const { preferences, keep } = useListPreferences()
  const size = state.size ?? preferences.size
  const dialog = useUrlDialog('event', ['event'])
  const list = useQueryKeepingPrevious(AuditEventList, {
    filter: filterOf(state),
    orderBy: orderBy(state, orders),
    page: { number: state.page, size },
  })
  const found = list.data?.auditEvents
  const columns = columnsWith(
    (id) => paths.audit({ ...auditQueryOf(state), dialog: 'event', event: id }),
    (id) => dialog.open({ event: id }),
  )
  return (
    <>
      <PageHeader
        title={restrictedTo === undefined ? 'Audit log' : `Audit log of ${restrictedTo}`}
        tab="Audit log"
      />
      <Paper>
        <Filters state={state} onChange={show} restrictedTo={restrictedTo}>
          <ExportMenu state={state} totalCount={found?.totalCount} hasMore={found?.hasMore ?? false} />
        </Filters>
        {found && (
          <Text size="xs" c="dimmed" px="md" pb="xs">
            {retentionInWords(found.keptMonths)}
          </Text>
        )}
        {found?.hasMore && (
          <Text size="xs" c="dimmed" px="md" pb="xs">
            More match than the {found.totalCount.toLocaleString('en')} that the pages lead to. Narrow them by
            time, or take all of them as an export.
          </Text>
        )}
        <PagedList
          noun={['event', 'audit log']}
          label="Audit log"
          columns={columns}
          list={list}
          found={found}
          onSize={(wanted) => {
            keep({ size: wanted })
            show(withSize(state, wanted, size))
          }}
          nothing={
            isNarrowed(state) ? (
              <NoMatch
                title="Nothing in the log matches"
                hint="Filters match whole names; the search matches parts."
                onClear={() => show(cleared(restrictedTo))}
              />
            ) : (
              <Empty icon={IconHistory} title="No events yet">
                Every change is recorded here, with who made it and why, and what was refused.
              </Empty>
            )
          }
        />
      </Paper>
      <EventDrawer
        opened={dialog.opened}
        id={dialog.opened ? (params.get('event') ?? '') : undefined}
        onClose={dialog.close}
        narrow={(narrowed, search = '') => {
          const rest = cleared(restrictedTo)
          show({ ...rest, narrowed: { ...rest.narrowed, ...narrowed }, search })
        }}
      />
    </>
  )
}
