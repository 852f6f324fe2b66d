'use client'

import { IconPlug } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { ProviderRowFragment, RegistryName } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { Empty } from '~/ui/empty'
import { NewButton } from '~/ui/links'
import { PageHeader } from '~/ui/page-header'
import { List } from '~/ui/list'
import { menuColumn } from '~/ui/row-menu'
import { useList } from '~/ui/use-list'
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
  const list = useList(ProviderList, {
    noun: 'provider',
    name: 'providers',
    words,
    orders: { fields: { name: 'NAME', registry: 'REGISTRY', added: 'CREATED_AT' }, own: 'registry' },
    variables: ({ search, flags }) => ({ name, search, registryName: registryOf(flags.public) }),
    pick: (data) => data.organization?.registryProviders,
  })
  const actionsOf = useProviderActions()
  const newButton = mayWrite && <NewButton href={paths.providerNew(name)}>New provider</NewButton>
  const shown = columns(name)
  return (
    <>
      <PageHeader title={label} tab={`${label} · ${name}`} actions={newButton} />
      <List
        {...list}
        download={false}
        columns={mayWrite ? [...shown, menuColumn(addressOf, actionsOf, 1.5)] : shown}
        expected={3}
        hint="Search for part of the name or of the namespace, or remove a filter."
      >
        <Empty icon={IconPlug} title="No providers yet" action={newButton}>
          Publish one of your own here, or point to one of the public registry.
        </Empty>
      </List>
    </>
  )
}
