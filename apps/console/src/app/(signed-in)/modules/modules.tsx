'use client'

import { Box, NativeSelect } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { graphql } from '~/data/generated'
import type {
  ModuleRowFragment,
  RegistryModuleFilter,
  RegistryModuleOrderField,
} from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { Crumbs } from '~/ui/crumbs'
import { Empty } from '~/ui/empty'
import { LinkButton, NewButton } from '~/ui/links'
import { List } from '~/ui/list'
import type { ListOrders } from '~/ui/list-order'
import type { FlagWords, ListState } from '~/ui/list-state'
import { PageHeader } from '~/ui/page-header'
import { menuColumn } from '~/ui/row-menu'
import { useList } from '~/ui/use-list'
import { addressOf, useModuleActions } from './actions'
import { columnsOf } from './columns'
import { WaysToPublish } from './ways-to-publish'

const ModuleList = graphql(`
  query ModuleList(
    $filter: RegistryModuleFilter!
    $orderBy: RegistryModuleOrder
    $page: PageInput!
    $search: String!
    $isSearch: Boolean!
  ) {
    registryModules(filter: $filter, orderBy: $orderBy, page: $page) {
      nodes {
        ...ModuleRow
        ...ModuleMatches @include(if: $isSearch)
      }
      pageInfo {
        ...PageFacts
      }
      totalCount
    }
  }
`)

type Props = {
  /** The organization of the modules; absent: all that the viewer may use. */
  organization?: string
  /** The page is one of the organization's own, whose name stands above. */
  isWithin?: boolean
  mayCreate: boolean
  /** Whether the viewer is in an organization at all. */
  belongs: boolean
}

const wordsOfOne = {
  published: { name: 'Publication', yes: 'Published', no: 'Not published' },
  verified: { name: 'Trust', yes: 'Trusted', no: 'Not trusted' },
}

/** The yes-or-no questions a list of modules can be narrowed by. */
const words = { shared: { name: 'Owner', yes: 'Shared with me', no: 'Mine' }, ...wordsOfOne }

type Flag = keyof typeof words

type ModuleListState = ListState<Flag>

/** Within one organization they are all shared, or none is. */
const wordsIn = (organization: string | undefined): Record<Flag, FlagWords> =>
  (organization === undefined ? words : wordsOfOne) as Record<Flag, FlagWords>

/** Why nothing is shown for a state that narrows the list, and what to do about it. */
function nothingOf({ search, flags: chosen, choices: values }: ModuleListState): {
  noMatch: string
  hint: string
} {
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

const choices = { organization: 'Organization', provider: 'Provider' }

/** Within one organization its name is no choice. */
const choicesIn = (organization: string | undefined): Readonly<Record<string, string>> =>
  organization === undefined ? choices : { provider: choices.provider }

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

/** The modules of one organization, or of all that the viewer may use. */
export function Modules({ organization, isWithin = false, mayCreate, belongs }: Props) {
  const isSearch = (useSearchParams().get('search') ?? '').trim() !== ''
  const list = useList(ModuleList, {
    noun: 'module',
    name: 'modules',
    words: wordsIn(organization),
    choices: choicesIn(organization),
    orders: ordersOf(isSearch),
    variables: (state) => ({ filter: filterOf(state, organization), search: state.search, isSearch }),
    pick: (data) => data.registryModules,
  })
  const { state, choices } = list
  const actionsOf = useModuleActions()
  const columns = [...columnsOf(organization), menuColumn<ModuleRowFragment>(addressOf, actionsOf, 1.4)]
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
        columns={columns}
        renderChoices={(choose) => (
          <Facets filter={filterOf(state, organization)} names={choices} choose={choose} />
        )}
        failureTitle="Modules could not be loaded"
        {...nothingOf(state)}
      >
        <NoneYet organization={organization} belongs={belongs} action={newButton} />
      </List>
    </>
  )
}

const ModuleFacets = graphql(`
  query ModuleFacets($filter: RegistryModuleFilter!) {
    registryModuleFacets(filter: $filter) {
      organizations {
        value
        count
      }
      providers {
        value
        count
      }
    }
  }
`)

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
    .map(([name, values]) => {
      const chosen = filter[name as keyof typeof facets] ?? ''
      const isMissing = chosen !== '' && !values.some(({ value }) => value === chosen)
      return (
        <NativeSelect
          key={name}
          label={names[name]}
          labelProps={{ c: 'dimmed', fw: 400, mb: 4 }}
          size="xs"
          value={chosen}
          onChange={({ currentTarget }) => choose(name, currentTarget.value || undefined)}
          data={[
            { value: '', label: 'Any' },
            ...(isMissing ? [{ value: chosen, label: chosen }] : []),
            ...values.map(({ value, count }) => ({
              value,
              label: `${value} (${count.toLocaleString('en')})`,
            })),
          ]}
        />
      )
    })
}

type NoneYetProps = {
  organization: string | undefined
  /** Whether the viewer is in an organization at all. */
  belongs: boolean
  /** For those who may make modules. */
  action: ReactNode
}

/** There is no module at all: what one is, and how to come to the first, which depends on who asks. */
function NoneYet({ organization, belongs, action }: NoneYetProps) {
  if (!belongs) return <NoOrganization />
  const what =
    'A module is published once and installed anywhere by its address, in the version that is asked for.'
  if (!action)
    return (
      <Empty icon={IconPackage} title="No modules yet">
        {what} Here appear those of {organization ?? 'your organizations'}
        {organization === undefined && ', and those that others share with them'}. To publish one takes the
        right to manage modules, which an owner gives to a team.
      </Empty>
    )
  return (
    <>
      <Empty icon={IconPackage} title="No modules yet" action={action}>
        {what}
      </Empty>
      <Box px="md" pb="lg" maw={760} mx="auto">
        <WaysToPublish
          address={{ namespace: organization ?? 'ORGANIZATION', name: 'network', provider: 'aws' }}
          version="1.0.0"
        />
      </Box>
    </>
  )
}

function NoOrganization() {
  const mayCreate = useMay('ORGANIZATIONS_CREATE')
  return (
    <Empty
      icon={IconPackage}
      title="You are not in an organization yet"
      action={mayCreate && <LinkButton href={paths.organizationNew()}>New organization</LinkButton>}
    >
      Modules belong to organizations. Those of yours appear here, and what others share with them. Ask an
      owner to invite you{mayCreate && ', or create an organization'}.
    </Empty>
  )
}
