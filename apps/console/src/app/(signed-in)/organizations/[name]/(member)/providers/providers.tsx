'use client'

import { IconPlug, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { graphql } from '~/data/generated'
import type { ProviderRowFragment, RegistryName, RegistryProviderOrderField } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { Empty } from '~/ui/empty'
import type { FlagWords } from '~/ui/flag-words'
import { LinkButton } from '~/ui/link-button'
import { orderBy, type ListOrders } from '~/ui/list-order'
import { readListState, shownAt } from '~/ui/list-state'
import { PageHeader } from '~/ui/page-header'
import { SearchedList } from '~/ui/searched-list'
import { menuColumn } from '~/ui/row-menu'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { useProviderActions } from './actions'
import { columns } from './columns'

const ProviderList = graphql(`
  query ProviderList(
    $name: String!
    $search: String
    $registryName: RegistryName
    $orderBy: RegistryProviderOrder
    $page: PageInput!
  ) {
    organization(name: $name) {
      registryProviders(search: $search, registryName: $registryName, orderBy: $orderBy, page: $page) {
        nodes {
          ...ProviderRow
        }
        pageInfo {
          number
          size
          totalPages
        }
        totalCount
      }
    }
  }
`)

const label = 'Providers'

const orders: ListOrders<RegistryProviderOrderField> = {
  fields: { name: 'NAME', registry: 'REGISTRY', added: 'CREATED_AT' },
  own: 'registry',
}
const flags = ['public'] as const
const words: Record<'public', FlagWords> = {
  public: { name: 'Registry', yes: 'Public', no: 'Private' },
}

const registryOf = (isPublic: boolean | undefined): RegistryName | undefined =>
  isPublic === undefined ? undefined : isPublic ? 'PUBLIC' : 'PRIVATE'

const addressOf = ({ namespace, name }: ProviderRowFragment): string => `${namespace}/${name}`

/** The providers of the organization's registry: its own, and those of the public registry that it points to. */
export function Providers() {
  const { name } = useOrganization()
  const mayWrite = useMayHere('PROVIDERS_WRITE')
  const state = readListState(useSearchParams(), flags, orders)
  const show = shownAt<typeof state>((query) => paths.providers(name, query))
  const list = useQuery({
    ...query('organizations', ProviderList, {
      name,
      search: state.search,
      registryName: registryOf(state.flags.public),
      orderBy: orderBy(state, orders),
      page: { number: state.page, size: 20 },
    }),
    placeholderData: keepPreviousData,
  })
  const found = list.data?.organization?.registryProviders
  const actionsOf = useProviderActions()
  const newButton = mayWrite && (
    <LinkButton href={paths.providerNew(name)} leftSection={<IconPlus size={16} />}>
      New provider
    </LinkButton>
  )
  const shown = columns(name)
  return (
    <>
      <PageHeader title={label} actions={newButton} />
      <SearchedList
        searchLabel="Search providers"
        words={words}
        orders={orders}
        state={state}
        onChange={show}
        label={label}
        columns={mayWrite ? [...shown, menuColumn(addressOf, actionsOf, 1.5)] : shown}
        list={list}
        found={found}
        expected={3}
        failureTitle="The providers could not be loaded"
        noMatch="No provider matches"
        hint="Look for a part of the name or of the namespace, or drop a filter."
      >
        <Empty icon={<IconPlug size={28} stroke={1.5} />} title="No providers yet" action={newButton}>
          Publish one of your own here, or point to one of the public registry.
        </Empty>
      </SearchedList>
    </>
  )
}
