'use client'

import { IconPlug } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { ProviderRowFragment, RegistryName, RegistryProviderOrderField } from '~/data/generated/graphql'
import { useQueryKeepingPrevious } from '~/data/query'
import { paths } from '~/paths'
import { Empty } from '~/ui/empty'
import { NewButton } from '~/ui/links'
import { orderBy, type ListOrders } from '~/ui/list-order'
import { PageHeader } from '~/ui/page-header'
import { SearchedList } from '~/ui/searched-list'
import { menuColumn } from '~/ui/row-menu'
import { useListState } from '~/ui/use-list-state'
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
          ...PageFacts
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
const words = {
  public: { name: 'Registry', yes: 'Public', no: 'Private' },
}

const registryOf = (isPublic: boolean | undefined): RegistryName | undefined =>
  isPublic === undefined ? undefined : isPublic ? 'PUBLIC' : 'PRIVATE'

const addressOf = ({ namespace, name }: ProviderRowFragment): string => `${namespace}/${name}`

/** The providers of the organization's registry: its own, and those of the public registry that it points to. */
export default function ProvidersPage() {
  const { name } = useOrganization()
  const mayWrite = useMayHere('PROVIDERS_WRITE')
  const narrowing = useListState({ name: 'providers', words, orders })
  const { state } = narrowing
  const list = useQueryKeepingPrevious(ProviderList, {
    name,
    search: state.search,
    registryName: registryOf(state.flags.public),
    orderBy: orderBy(state, orders),
    page: { number: state.page, size: narrowing.size },
  })
  const found = list.data?.organization?.registryProviders
  const actionsOf = useProviderActions()
  const newButton = mayWrite && <NewButton href={paths.providerNew(name)}>New provider</NewButton>
  const shown = columns(name)
  return (
    <>
      <PageHeader title={label} tab={`${label} · ${name}`} actions={newButton} />
      <SearchedList
        searchLabel="Search providers"
        {...narrowing}
        label={label}
        columns={mayWrite ? [...shown, menuColumn(addressOf, actionsOf, 1.5)] : shown}
        list={list}
        found={found}
        expected={3}
        failureTitle="The providers could not be loaded"
        noMatch="No provider matches"
        hint="Search for part of the name or of the namespace, or remove a filter."
      >
        <Empty icon={IconPlug} title="No providers yet" action={newButton}>
          Publish one of your own here, or point to one of the public registry.
        </Empty>
      </SearchedList>
    </>
  )
}
