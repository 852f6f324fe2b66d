'use client'

import { Group, Text } from '@mantine/core'
import { graphql } from '~/data/generated'
import type {
  OrganizationListQuery,
  SiteOrganizationFilter,
  SiteOrganizationOrderField,
} from '~/data/generated/graphql'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { Address } from '~/ui/address'
import { type Column, numberColumn } from '~/ui/lists/data-table'
import { WorkspacesDrawing } from '~/ui/feedback/drawings'
import { NameLink, NewButton, TextLink } from '~/ui/links'
import type { ListOrders } from '~/ui/lists/list-order'
import { ListPage } from '~/ui/lists/list-page'
import type { ListState } from '~/ui/lists/list-state'
import { momentColumn } from '~/ui/moment'
import { WithMonogram } from '~/ui/monogram'
import { menuColumn } from '~/ui/lists/row-menu'
import { firstNames, numberText, storageText } from '~/ui/text'
import { Nothing, Small } from '~/ui/texts'
import { useList } from '~/ui/lists/use-list'
import { useBulkActs } from '../bulk-acts/use-bulk-acts'
import { useOrganizationActions } from './actions'
import { Badges } from './badges'

const OrganizationList = graphql(`
  query OrganizationList(
    $filter: SiteOrganizationFilter!
    $orderBy: SiteOrganizationOrder
    $page: PageInput!
  ) {
    siteOrganizations(filter: $filter, orderBy: $orderBy, page: $page) {
      nodes {
        email
        createdAt
        workspaceLimit
        figures {
          workspaces
          outdatedWorkspaces
          modules
          members
          storedBytes
          lastActivityAt
        }
        owners {
          username
        }
        ...OrganizationBadgeFacts
        ...OrganizationActionFacts
      }
      statusCounts {
        total
        active
        disabled
      }
    }
  }
`)

const words = {
  limit: { name: 'Limits', yes: 'At a limit', no: 'Below all' },
  idle: { name: 'Activity', yes: 'Idle 90 days', no: 'Used lately' },
  ownerless: { name: 'Owners', yes: 'No owner', no: 'Has owners' },
  outdated: { name: 'Engines', yes: 'Outdated', no: 'Current' },
  sharing: { name: 'Modules', yes: 'Shares modules', no: 'Shares none' },
  disabled: { name: 'Availability', yes: 'Disabled', no: 'Active' },
}

const orders: ListOrders<SiteOrganizationOrderField> = {
  fields: {
    name: 'NAME',
    modules: 'MODULES',
    members: 'MEMBERS',
    workspaces: 'WORKSPACES',
    outdated: 'OUTDATED_WORKSPACES',
    stored: 'STORED_BYTES',
    activity: 'LAST_ACTIVITY',
    created: 'CREATED_AT',
  },
  own: 'name',
}

const filterOf = ({ search, flags: chosen }: ListState<keyof typeof words>): SiteOrganizationFilter => ({
  ...(search !== '' && { search }),
  ...(chosen.disabled !== undefined && { isDisabled: chosen.disabled }),
  ...(chosen.sharing !== undefined && { isModuleProducer: chosen.sharing }),
  ...(chosen.limit !== undefined && { isAtLimit: chosen.limit }),
  ...(chosen.idle !== undefined && { isIdle: chosen.idle }),
  ...(chosen.ownerless !== undefined && { isWithoutOwner: chosen.ownerless }),
  ...(chosen.outdated !== undefined && { isOutdated: chosen.outdated }),
})

type Row = OrganizationListQuery['siteOrganizations']['nodes'][number]

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 4,
    place: 'title',
    cell: ({ name, email }) => (
      <WithMonogram of="organization" name={name}>
        <NameLink href={paths.organization(name)}>{name}</NameLink>
        <Small>
          <Address text={email} />
        </Small>
      </WithMonogram>
    ),
  },
  {
    key: 'state',
    header: 'State',
    width: 3.2,
    place: 'below',
    cell: (row) => <Badges organization={row} />,
  },
  numberColumn('modules', 'Modules', 1.7, ({ figures }) => figures?.modules),
  numberColumn('members', 'Members', 1.8, ({ figures }) => figures?.members),
  {
    key: 'workspaces',
    header: 'Workspaces',
    width: 2.1,
    align: 'end',
    cell: (row) => <Workspaces organization={row} />,
  },
  {
    key: 'outdated',
    header: 'Outdated',
    width: 1.8,
    align: 'end',
    cell: ({ name, figures }) =>
      figures?.outdatedWorkspaces ? (
        <TextLink href={paths.workspaces(name, { needsUpgrade: 'true' })}>
          {numberText(figures.outdatedWorkspaces)}
        </TextLink>
      ) : (
        <Nothing />
      ),
  },
  {
    key: 'stored',
    header: 'Stored',
    width: 1.8,
    align: 'end',
    cell: ({ figures }) => figures && storageText(figures.storedBytes),
  },
  momentColumn('activity', 'Last activity', 2.3, ({ figures }) => figures?.lastActivityAt),
  {
    key: 'owners',
    header: 'Owners',
    width: 2.4,
    place: 'wide',
    cell: ({ owners }) => <Owners owners={owners} />,
  },
  momentColumn('created', 'Created', 2.6, ({ createdAt }) => createdAt, 'wide'),
]

/** Number of workspaces, and their limit. */
function Workspaces({ organization }: { organization: Row }) {
  const { workspaceLimit: limit, figures } = organization
  const used = figures?.workspaces ?? 0
  if (!limit) return numberText(used)
  return (
    <Text span inherit {...(used >= limit && { c: 'var(--mantine-color-error)' })}>
      {numberText(used)} of {numberText(limit)}
    </Text>
  )
}

/** The first few by name; the page of the organization has all. */
function Owners({ owners }: Pick<Row, 'owners'>) {
  if (owners.length === 0) return <Nothing />
  const names = owners.map(({ username }) => username)
  return firstNames(names, 2)
}

export function Organizations() {
  const list = useList(OrganizationList, {
    noun: 'organization',
    name: 'organizations',
    words,
    orders,
    without: ['owners', 'created'],
    variables: (state) => ({ filter: filterOf(state) }),
    pick: (data) => data.siteOrganizations,
  })
  const actionsOf = useOrganizationActions()
  const mayWrite = useMay('SITE_ORGANIZATIONS_WRITE')
  const mayCreate = useMay('ORGANIZATIONS_CREATE')
  const { selection, bar } = useBulkActs({
    found: list.found,
    nameOf: ({ name }) => name,
    matching: { organizations: filterOf(list.state) },
    kinds: ['ORGANIZATION_LIMIT', 'ORGANIZATION_ENGINE_POLICY', 'ORGANIZATION_SHARING'],
    isAllowed: mayWrite,
  })
  return (
    <ListPage
      {...list}
      selection={selection}
      newButton={mayCreate && <NewButton href={paths.organizationNew()}>New organization</NewButton>}
      icon={WorkspacesDrawing}
      between={
        <>
          <StatusCounts counts={list.data?.siteOrganizations.statusCounts} />
          {bar}
        </>
      }
      columns={[...columns, mayWrite && menuColumn(({ name }) => name, actionsOf, 1.4)]}
      failureTitle="Organizations could not be loaded"
      hint="Search for part of the name or of the e-mail address, or remove a filter."
    >
      People work together in an organization: it has their workspaces, modules and providers.
    </ListPage>
  )
}

type Counts = { total: number; active: number; disabled: number }

/** Number of matches of each status on all pages. Its space is reserved while they load. */
function StatusCounts({ counts }: { counts: Counts | undefined }) {
  const parts = [
    ['Total', counts?.total],
    ['Active', counts?.active],
    ['Disabled', counts?.disabled],
  ] as const
  return (
    <Group component="dl" gap="lg" px="md" pb="xs" m={0} aria-label="How many organizations match">
      {parts.map(([name, number]) => (
        <Group key={name} gap={6} align="baseline">
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" fw={600} m={0} miw="1ch">
            {number === undefined ? '–' : numberText(number)}
          </Text>
        </Group>
      ))}
    </Group>
  )
}
