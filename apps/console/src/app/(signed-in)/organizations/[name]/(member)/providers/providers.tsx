'use client'

import { Group } from '@mantine/core'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { useBulkActs } from '~/app/(signed-in)/bulk-acts/use-bulk-acts'
import { graphql } from '~/data/generated'
import type { ProviderListQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { type Column, newestVersionColumn } from '~/ui/lists/data-table'
import { ProvidersDrawing } from '~/ui/feedback/drawings'
import { LinkButton, NameLink, NewButton } from '~/ui/links'
import { ListPage } from '~/ui/lists/list-page'
import { momentColumn } from '~/ui/moment'
import { menuColumn } from '~/ui/lists/row-menu'
import { useList } from '~/ui/lists/use-list'
import { useProviderActions } from './actions'
import { registryColumn, registryOf, registryWords } from './registry'

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
          createdAt
          ...ProviderActionFacts
          versions(page: { size: 1 }) {
            nodes {
              id
              version
            }
          }
        }
      }
    }
  }
`)

type Row = NonNullable<ProviderListQuery['organization']>['registryProviders']['nodes'][number]

const addressOf = ({ namespace, name }: Row): string => `${namespace}/${name}`

const columns = (organization: string, isPublic: boolean): readonly Column<Row>[] => [
  {
    key: 'name',
    header: 'Provider',
    width: 5,
    place: 'title',
    cell: ({ id, namespace, name }) => (
      <NameLink href={paths.provider(organization, id)}>
        {namespace}/{name}
      </NameLink>
    ),
  },
  ...(isPublic
    ? []
    : [registryColumn, newestVersionColumn<Row>(2.5, ({ versions }) => versions.nodes[0]?.version)]),
  momentColumn('added', 'Added', 3, ({ createdAt }) => createdAt),
]

/** The providers that the organization lists; only those of the public registry if so asked. */
export function Providers({ isPublic = false }: { isPublic?: boolean }) {
  const { name } = useOrganization()
  const mayWrite = useMayHere('PROVIDERS_WRITE')
  const list = useList(ProviderList, {
    ...(isPublic
      ? { noun: 'public provider', name: 'public-providers' }
      : { noun: 'provider', name: 'providers', words: registryWords }),
    orders: { fields: { name: 'NAME', registry: 'REGISTRY', added: 'CREATED_AT' }, own: 'registry' },
    variables: ({ search, flags }) => ({ name, search, registryName: registryOf(isPublic || flags.public) }),
    pick: (data) => data.organization?.registryProviders,
  })
  const actionsOf = useProviderActions()
  const { search, flags } = list.state
  const { selection, bar } = useBulkActs({
    found: list.found,
    nameOf: addressOf,
    matching: { providers: { organization: name, search, registryName: registryOf(flags.public) } },
    kinds: ['PROVIDER_DEPRECATION'],
    isAllowed: mayWrite && !isPublic,
  })
  return (
    <ListPage
      {...list}
      selection={selection}
      between={bar}
      within={name}
      newButton={
        <Group gap="xs">
          <LinkButton href={paths.connect()} variant="default">
            Connect the CLI
          </LinkButton>
          {mayWrite && <NewButton href={paths.providerNew(name)}>New provider</NewButton>}
        </Group>
      }
      icon={ProvidersDrawing}
      download={false}
      columns={[...columns(name, isPublic), mayWrite && menuColumn(addressOf, actionsOf, 1.5)]}
      expected={3}
      hint="Search for part of the name or of the namespace, or remove a filter."
    >
      {isPublic
        ? 'List a provider of the public registry here, and members find it and how to use it.'
        : 'Publish your own provider here, or list one of the public registry.'}
    </ListPage>
  )
}
