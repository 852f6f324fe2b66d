'use client'

import { Box, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { graphql } from '~/data/generated'
import type { RegistryModuleFilter, RegistryModuleOrderField } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { any, ChoiceSelect } from '~/ui/choice-select'
import { Crumbs } from '~/ui/crumbs'
import { type Column, newestVersionColumn, numberColumn } from '~/ui/data-table'
import { ModulesDrawing } from '~/ui/drawings'
import { Empty } from '~/ui/empty'
import { given } from '~/ui/given'
import { LinkButton, NameLink, NewButton } from '~/ui/links'
import { List } from '~/ui/list'
import type { ListOrders } from '~/ui/list-order'
import type { ListState } from '~/ui/list-state'
import { momentColumn } from '~/ui/moment'
import { PageHeader } from '~/ui/page-header'
import { menuColumn } from '~/ui/row-menu'
import { numberText, shortened } from '~/ui/text'
import { useList } from '~/ui/use-list'
import { addressOf, useModuleActions } from './actions'
import { Badges, wordsOf } from './badges'
import { FacetColumn, ModuleFacets } from './facet-column'
import { Reasons, type Row, rowColumnsOf } from './module-row'
import { WaysToPublish } from './ways-to-publish'

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
  /** Where the viewer may make modules, said where no organization is. */
  publisher?: string | undefined
  /** Whether the viewer is in an organization at all. */
  belongs: boolean
}

const wordsOfOne = {
  published: { name: 'Publication', yes: 'Published', no: 'Not published' },
  verified: { name: 'Trust', yes: 'Trusted', no: 'Not trusted' },
}

/** The yes-or-no questions a list of modules can be narrowed by. */
const words = { shared: { name: 'Owner', yes: 'Shared with me', no: 'Mine' }, ...wordsOfOne }

type ModuleListState = ListState<keyof typeof words>

/** What the list can be narrowed by. Within one organization all modules are shared, or none is. */
const narrowingIn = (organization: string | undefined) =>
  organization === undefined
    ? { words, choices: { organization: 'Organization', provider: 'Provider' } }
    : { words: wordsOfOne as typeof words, choices: { provider: 'Provider' } }

/** Why nothing is shown for a state that narrows the list, and what to do about it. */
function nothingOf({ search, flags: chosen, choices: values }: ModuleListState) {
  const isOnly = (shared: boolean) =>
    search === '' && !values && chosen.shared === shared && Object.keys(chosen).length === 1
  if (isOnly(true))
    return {
      noMatch: 'No modules are shared with you',
      hint: 'Which organizations share their modules, and with whom, is decided by the administrators of this site.',
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
  own: 'name',
}

/** What a search finds lies by relevance, by no column. */
const ordersOf = (isSearch: boolean): ListOrders<RegistryModuleOrderField> =>
  isSearch ? { ...orders, own: 'relevance', ownLabel: 'Relevance' } : orders

/** What is asked of the API for a state; without an organization, for those of all that the viewer sees. */
const filterOf = (
  { search, flags: chosen, choices: values }: ModuleListState,
  organization: string | undefined,
): RegistryModuleFilter => ({
  ...values,
  ...(organization !== undefined && { organization }),
  ...(search !== '' && { search }),
  ...chosen,
})

/** Within one organization its name goes without saying. */
const columnsOf = (organization: string | undefined): readonly Column<Row>[] => [
  {
    key: 'name',
    header: 'Module',
    width: 5,
    place: 'title',
    cell: (row) => <Name module={row} isWithin={organization !== undefined} />,
    text: addressOf,
  },
  {
    key: 'state',
    header: 'State',
    width: 2.6,
    place: 'below',
    cell: (row) => <Badges module={row} quiet />,
    text: (row) => wordsOf(row).join(', '),
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
          {given(shortened(description, 140))}
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
  const { state, choices } = list
  const actionsOf = useModuleActions()
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
        columns={[...(list.tall ? rowColumnsOf : columnsOf)(organization), menu]}
        fileColumns={columnsOf(organization)}
        renderChoices={(choose) => <Facets filter={filter} names={choices} choose={choose} />}
        beside={<FacetColumn {...list} filter={filter} />}
        failureTitle="Modules could not be loaded"
        {...nothingOf(state)}
      >
        <NoneYet organization={organization} publisher={publisher} belongs={belongs} action={newButton} />
      </List>
    </>
  )
}

type FacetsProps = {
  filter: RegistryModuleFilter
  /** What each choice is called. */
  names: Readonly<Record<string, string>>
  choose: (name: string, value: string | undefined) => void
}

/** The organizations and providers that the list can be narrowed by, with the number of modules of each. */
function Facets({ filter, names, choose }: FacetsProps) {
  const { data } = useQuery(query(ModuleFacets, { filter }))
  const found = data?.registryModuleFacets
  const facets = { organization: found?.organizations ?? [], provider: found?.providers ?? [] }
  return Object.entries(facets)
    .filter(([name]) => Object.hasOwn(names, name))
    .map(([name, values]) => (
      <ChoiceSelect
        key={name}
        label={names[name] ?? name}
        value={filter[name as keyof typeof facets] ?? undefined}
        onChange={(value) => choose(name, value)}
        options={[
          any,
          ...values.map(({ value, count }) => ({ value, label: `${value} (${numberText(count)})` })),
        ]}
      />
    ))
}

type NoneYetProps = {
  organization: string | undefined
  publisher: string | undefined
  belongs: boolean
  /** For those who may make modules. */
  action: ReactNode
}

/** There is no module at all: what one is, and how to come to the first, which depends on who asks. */
function NoneYet({ organization, publisher = 'acme', belongs, action }: NoneYetProps) {
  if (!belongs) return <NoOrganization />
  const what =
    'A module is published once and installed anywhere by its address, in the version that is asked for.'
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
      Modules belong to organizations. Those of yours appear here, and what others share with them. Ask an
      owner to invite you{mayCreate && ', or create an organization'}.
    </Empty>
  )
}
