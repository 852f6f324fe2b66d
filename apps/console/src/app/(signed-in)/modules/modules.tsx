'use client'

import { Box, Text } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { graphql } from '~/data/generated'
import type { RegistryModuleFilter, RegistryModuleOrderField } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { Crumbs } from '~/ui/crumbs'
import { type Column, newestVersionColumn, numberColumn } from '~/ui/lists/data-table'
import { ModulesDrawing } from '~/ui/feedback/drawings'
import { Empty } from '~/ui/feedback/empty'
import { userText } from '~/ui/user-text'
import { LinkButton, NameLink, NewButton } from '~/ui/links'
import { List } from '~/ui/lists/list'
import type { ListOrders } from '~/ui/lists/list-order'
import { type ListState, valuesOf } from '~/ui/lists/list-state'
import { momentColumn } from '~/ui/moment'
import { PageHeader } from '~/ui/page-header'
import { menuColumn } from '~/ui/lists/row-menu'
import { shortened } from '~/ui/text'
import { useList } from '~/ui/lists/use-list'
import { useBulkActs } from '../bulk-acts/use-bulk-acts'
import { addressOf, useModuleActions } from './actions'
import { Badges } from './badges'
import { FacetColumn, Facets } from './facet-column'
import { Reasons, type Row, rowColumnsOf } from './module-row'

// Of those who have no module yet.
const WaysToPublish = dynamic(async () => (await import('./ways-to-publish')).WaysToPublish)

const ModuleList = graphql(`
  query ModuleList(
    $filter: RegistryModuleFilter!
    $orderBy: RegistryModuleOrder
    $page: PageInput!
    $search: String!
    $isSearch: Boolean!
    $isRecent: Boolean!
  ) {
    registryModules(filter: $filter, orderBy: $orderBy, page: $page) {
      nodes {
        description
        downloads
        recentDownloads @include(if: $isRecent)
        updatedAt
        sharing {
          withAll
          organizations
          organizationCount
        }
        ...ModuleBadgeFacts
        ...ModuleActionFacts
        matches(search: $search) @include(if: $isSearch) {
          kind
          text
          path
        }
      }
    }
  }
`)

type Props = {
  /** The organization of the modules; absent: all that the viewer may use. */
  organization?: string
  /** The page is one of the organization's own, whose name stands above. */
  isWithin?: boolean
  mayCreate: boolean
  /** Organization where the viewer may create modules, for a list that has none. */
  publisher?: string | undefined
  /** True if the viewer is in an organization. */
  belongs: boolean
}

const wordsOfOne = {
  published: { name: 'Publication', yes: 'Published', no: 'Not published' },
  verified: { name: 'Trust', yes: 'Trusted', no: 'Not trusted' },
}

/** The yes-or-no questions a list of modules can be narrowed by. */
const words = { shared: { name: 'Owner', yes: 'Shared with me', no: 'Mine' }, ...wordsOfOne }

type ModuleListState = ListState<keyof typeof words>

/** Returns the filters of the list. Within one organization all modules are shared, or none is. */
const narrowingIn = (organization: string | undefined) =>
  organization === undefined
    ? { words, choices: { organization: 'Organization', provider: 'Provider' } }
    : { words: wordsOfOne as typeof words, choices: { provider: 'Provider' } }

/** Returns why a filtered list is empty, and what to do next. */
function nothingOf({ search, flags: chosen, choices: values }: ModuleListState) {
  const isOnly = (shared: boolean) =>
    search === '' && !values && chosen.shared === shared && Object.keys(chosen).length === 1
  if (isOnly(true))
    return {
      noMatch: 'No modules are shared with you',
      hint: 'Site administrators decide which organizations share their modules, and with whom.',
    }
  if (isOnly(false))
    return {
      noMatch: 'Your organizations have no modules yet',
      hint: 'Modules shared with you are in the full list.',
    }
  return {
    noMatch: 'No module matches',
    hint: 'Search for a name, an input, an output, a resource or words of the README, or remove a filter.',
  }
}

const orders: ListOrders<RegistryModuleOrderField> = {
  fields: { name: 'NAME', downloads: 'DOWNLOADS', updated: 'UPDATED_AT' },
  own: '-downloads',
}

/** Returns the orders of the list; search results are ordered by relevance, not by a column. */
const ordersOf = (isSearch: boolean): ListOrders<RegistryModuleOrderField> =>
  isSearch ? { ...orders, own: 'relevance', ownLabel: 'Relevance' } : orders

/** Returns the filter for the API; without an organization it covers all that the viewer sees. */
const filterOf = (
  { flags: chosen, search, ...state }: ModuleListState,
  organization: string | undefined,
): RegistryModuleFilter => ({
  organizations: valuesOf(state, 'organization'),
  providers: valuesOf(state, 'provider'),
  ...(organization !== undefined && { organization }),
  ...(search !== '' && { search }),
  ...chosen,
})

/** Returns the columns; a list of one organization leaves out its name. */
const columnsOf = (organization: string | undefined): readonly Column<Row>[] => [
  {
    key: 'name',
    header: 'Module',
    width: 5,
    place: 'title',
    cell: (row) => <Name module={row} isWithin={organization !== undefined} />,
  },
  {
    key: 'state',
    header: 'State',
    width: 2.6,
    place: 'below',
    cell: (row) => <Badges module={row} />,
  },
  newestVersionColumn(2.2, ({ newestVersion }) => newestVersion?.version),
  numberColumn('downloads', 'Downloads', 1.6, ({ downloads }) => downloads),
  momentColumn('updated', 'Changed', 2.6, ({ updatedAt }) => updatedAt, 'wide'),
]

function Name({ module, isWithin }: { module: Row; isWithin: boolean }) {
  const { namespace, name, provider, description } = module
  return (
    <>
      <NameLink href={paths.module(module)}>
        {isWithin ? '' : `${namespace}/`}
        {name}/{provider}
      </NameLink>
      {description !== null && (
        <Text size="xs" c="dimmed" title={description}>
          {userText(shortened(description, 140))}
        </Text>
      )}
      <Reasons module={module} />
    </>
  )
}

/** The modules of one organization, or of all that the viewer may use. */
export function Modules({ organization, isWithin = false, mayCreate, publisher, belongs }: Props) {
  const isSearch = (useSearchParams().get('search') ?? '').trim() !== ''
  const list = useList(ModuleList, {
    noun: 'module',
    name: 'modules',
    ...narrowingIn(organization),
    orders: ordersOf(isSearch),
    rows: true,
    variables: (state, { tall, hidden }) => ({
      filter: filterOf(state, organization),
      search: state.search,
      isSearch,
      isRecent: tall && !hidden.includes('downloads'),
    }),
    pick: (data) => data.registryModules,
  })
  const { state } = list
  const actionsOf = useModuleActions()
  const { selection, bar } = useBulkActs({
    found: list.found,
    nameOf: addressOf,
    matching: { modules: filterOf(state, organization) },
    kinds: ['MODULE_DEPRECATION'],
    isAllowed: list.found?.nodes.some(({ canDelete }) => canDelete) ?? false,
  })
  const menu = menuColumn<Row>(addressOf, actionsOf, list.tall ? 1.2 : 1.4)
  const filter = filterOf(state, organization)
  const newButton = mayCreate && (
    <NewButton href={paths.moduleNew(organization === undefined ? {} : { organization })}>
      New module
    </NewButton>
  )
  const label = organization === undefined ? 'Modules' : `Modules of ${organization}`

  return (
    <>
      {organization !== undefined && !isWithin && (
        <Crumbs trail={[{ label: 'Modules', path: paths.modules() }]} />
      )}
      <PageHeader
        title={isWithin ? 'Modules' : label}
        tab={organization === undefined ? label : `${organization} · Modules`}
        actions={newButton}
      />
      <List
        {...list}
        label={label}
        selection={selection}
        between={bar}
        columns={[...(list.tall ? rowColumnsOf : columnsOf)(organization), menu]}
        renderChoices={() => <Facets {...list} filter={filter} />}
        sidebar={<FacetColumn {...list} filter={filter} />}
        failureTitle="Modules could not be loaded"
        {...nothingOf(state)}
      >
        <NoneYet organization={organization} publisher={publisher} belongs={belongs} action={newButton} />
      </List>
    </>
  )
}

type NoneYetProps = {
  organization: string | undefined
  publisher: string | undefined
  belongs: boolean
  /** Action for viewers who may create modules. */
  action: ReactNode
}

/** Empty state: what a module is, and how to get the first one, which depends on the viewer. */
function NoneYet({ organization, publisher = 'acme', belongs, action }: NoneYetProps) {
  if (!belongs) return <NoOrganization />
  const what = 'A module is published once and installed anywhere by its address, in the requested version.'
  if (!action)
    return (
      <Empty icon={ModulesDrawing} title="No modules yet">
        {what} Here appear those of {organization ?? 'your organizations'}
        {organization === undefined && ', and those that others share with them'}. To publish one takes the
        right to manage modules, which an owner gives to a team.
      </Empty>
    )
  return (
    <>
      <Empty icon={ModulesDrawing} title="No modules yet" action={action}>
        {what}
      </Empty>
      <Box px="md" pb="lg" maw={760} mx="auto">
        <WaysToPublish
          module={{ namespace: organization ?? publisher, name: 'network', provider: 'aws' }}
          version="1.0.0"
          inBrowser="make"
        />
      </Box>
    </>
  )
}

function NoOrganization() {
  const mayCreate = useMay('ORGANIZATIONS_CREATE')
  return (
    <Empty
      icon={ModulesDrawing}
      title="You are not in an organization yet"
      action={mayCreate && <LinkButton href={paths.organizationNew()}>New organization</LinkButton>}
    >
      Modules belong to organizations. Modules of your organizations appear here, and those that others share
      with them. Ask an owner to invite you{mayCreate && ', or create an organization'}.
    </Empty>
  )
}
