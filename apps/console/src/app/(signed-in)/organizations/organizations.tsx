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
import type { Column } from '~/ui/data-table'
import { WorkspacesDrawing } from '~/ui/drawings'
import { NameLink, NewButton } from '~/ui/links'
import type { ListOrders } from '~/ui/list-order'
import { ListPage } from '~/ui/list-page'
import type { ListState } from '~/ui/list-state'
import { momentColumn } from '~/ui/moment'
import { WithMonogram } from '~/ui/monogram'
import { menuColumn } from '~/ui/row-menu'
import { firstNames, numberText } from '~/ui/text'
import { Nothing, Small } from '~/ui/texts'
import { useList } from '~/ui/use-list'
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
        disableConsequences {
          workspaces
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
  disabled: { name: 'Availability', yes: 'Disabled', no: 'Active' },
  sharing: { name: 'Modules', yes: 'Shares modules', no: 'Shares none' },
}

const orders: ListOrders<SiteOrganizationOrderField> = {
  fields: { name: 'NAME', workspaces: 'WORKSPACES', created: 'CREATED_AT' },
  own: 'name',
}

const filterOf = ({ search, flags: chosen }: ListState<keyof typeof words>): SiteOrganizationFilter => ({
  ...(search !== '' && { search }),
  ...(chosen.disabled !== undefined && { isDisabled: chosen.disabled }),
  ...(chosen.sharing !== undefined && { isModuleProducer: chosen.sharing }),
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
        <Small>{email}</Small>
      </WithMonogram>
    ),
    text: ({ name }) => name,
  },
  {
    key: 'state',
    header: 'State',
    width: 4,
    place: 'below',
    cell: (row) => <Badges organization={row} quiet />,
    text: ({ isDisabled }) => (isDisabled ? 'Disabled' : 'Active'),
  },
  {
    key: 'workspaces',
    header: 'Workspaces',
    width: 2.2,
    align: 'end',
    cell: (row) => <Workspaces organization={row} />,
    text: ({ disableConsequences }) => disableConsequences.workspaces,
  },
  {
    key: 'owners',
    header: 'Owners',
    width: 2.4,
    place: 'wide',
    cell: ({ owners }) => <Owners owners={owners} />,
    text: ({ owners }) => owners.map(({ username }) => username).join(', '),
  },
  momentColumn('created', 'Created', 2.6, ({ createdAt }) => createdAt, 'wide'),
]

/** How many there are, and against which limit. */
function Workspaces({ organization }: { organization: Row }) {
  const { workspaceLimit: limit, disableConsequences } = organization
  const used = disableConsequences.workspaces
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
    variables: (state) => ({ filter: filterOf(state) }),
    pick: (data) => data.siteOrganizations,
  })
  const actionsOf = useOrganizationActions()
  const mayWrite = useMay('SITE_ORGANIZATIONS_WRITE')
  const mayCreate = useMay('ORGANIZATIONS_CREATE')
  return (
    <ListPage
      {...list}
      newButton={mayCreate && <NewButton href={paths.organizationNew()}>New organization</NewButton>}
      icon={WorkspacesDrawing}
      between={<StatusCounts counts={list.data?.siteOrganizations.statusCounts} />}
      columns={[...columns, mayWrite && menuColumn(({ name }) => name, actionsOf, 1.4)]}
      failureTitle="Organizations could not be loaded"
      hint="Search for part of the name or of the e-mail address, or remove a filter."
    >
      People work together in an organization: it has their workspaces, modules and providers.
    </ListPage>
  )
}

type Counts = { total: number; active: number; disabled: number }

/** How many there are of those that match, whatever the page. Takes up its space while nothing is known yet. */
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
