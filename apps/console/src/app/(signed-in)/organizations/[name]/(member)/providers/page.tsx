'use client'

import { Group } from '@mantine/core'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import type { ProviderListQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { ProvidersDrawing } from '~/ui/drawings'
import { LinkButton, NameLink, NewButton } from '~/ui/links'
import { ListPage } from '~/ui/list-page'
import { momentColumn } from '~/ui/moment'
import { menuColumn } from '~/ui/row-menu'
import { useList } from '~/ui/use-list'
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
        }
      }
    }
  }
`)

type Row = NonNullable<ProviderListQuery['organization']>['registryProviders']['nodes'][number]

const addressOf = ({ namespace, name }: Row): string => `${namespace}/${name}`

const columns = (organization: string): readonly Column<Row>[] => [
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
  registryColumn,
  momentColumn('added', 'Added', 3, ({ createdAt }) => createdAt),
]

/** The providers of the organization's registry: its own, and those of the public registry that it points to. */
export default function ProvidersPage() {
  const { name } = useOrganization()
  const mayWrite = useMayHere('PROVIDERS_WRITE')
  const list = useList(ProviderList, {
    noun: 'provider',
    name: 'providers',
    words: registryWords,
    orders: { fields: { name: 'NAME', registry: 'REGISTRY', added: 'CREATED_AT' }, own: 'registry' },
    variables: ({ search, flags }) => ({ name, search, registryName: registryOf(flags.public) }),
    pick: (data) => data.organization?.registryProviders,
  })
  const actionsOf = useProviderActions()
  return (
    <ListPage
      {...list}
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
      columns={[...columns(name), mayWrite && menuColumn(addressOf, actionsOf, 1.5)]}
      expected={3}
      hint="Search for part of the name or of the namespace, or remove a filter."
    >
      Publish one of your own here, or point to one of the public registry.
    </ListPage>
  )
}
