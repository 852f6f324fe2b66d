'use client'

import { Group } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { RegistryProviderOrderField, SiteProviderListQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { Empty } from '~/ui/empty'
import { NameLink, TextLink } from '~/ui/links'
import { orderBy, type ListOrders } from '~/ui/list-order'
import { Moment } from '~/ui/moment'
import { PageHeader } from '~/ui/page-header'
import { SearchedList } from '~/ui/searched-list'
import { Dimmed } from '~/ui/texts'
import { useListQuery } from '~/ui/use-list-query'
import { useListState } from '~/ui/use-list-state'
import { DeprecationBadge } from '../deprecation/badge'
import { RegistryBadge } from '../organizations/[name]/(member)/providers/registry-badge'

const SiteProviderList = graphql(`
  query SiteProviderList(
    $search: String
    $registryName: RegistryName
    $orderBy: RegistryProviderOrder
    $page: PageInput!
  ) {
    siteRegistryProviders(search: $search, registryName: $registryName, orderBy: $orderBy, page: $page) {
      nodes {
        id
        namespace
        name
        registryName
        createdAt
        deprecation {
          ...DeprecationFacts
        }
        organization {
          name
        }
        versions(page: { size: 1 }) {
          nodes {
            id
            version
          }
          totalCount
        }
      }
      pageInfo {
        ...PageFacts
      }
      totalCount
    }
  }
`)

type Row = SiteProviderListQuery['siteRegistryProviders']['nodes'][number]

const label = 'Providers'

const orders: ListOrders<RegistryProviderOrderField> = {
  fields: { name: 'NAME', registry: 'REGISTRY', added: 'CREATED_AT' },
  own: 'registry',
}

const words = { public: { name: 'Registry', yes: 'Public', no: 'Private' } }

const newestOf = ({ versions }: Row): string | undefined => versions.nodes[0]?.version

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    header: 'Provider',
    width: 5,
    place: 'title',
    cell: ({ id, namespace, name, organization }) => (
      <NameLink href={paths.provider(organization.name, id)}>
        {namespace}/{name}
      </NameLink>
    ),
    text: ({ namespace, name }) => `${namespace}/${name}`,
  },
  {
    key: 'registry',
    header: 'Registry',
    width: 2.5,
    place: 'below',
    cell: ({ registryName, deprecation }) => (
      <Group gap={6}>
        <RegistryBadge registryName={registryName} />
        <DeprecationBadge deprecation={deprecation} />
      </Group>
    ),
    text: ({ registryName }) => registryName.toLowerCase(),
  },
  {
    key: 'organization',
    header: 'Organization',
    width: 3,
    cell: ({ organization: { name } }) => <TextLink href={paths.organization(name)}>{name}</TextLink>,
    text: ({ organization }) => organization.name,
  },
  {
    key: 'version',
    header: 'Newest version',
    width: 2.5,
    cell: (row) => newestOf(row) ?? <Dimmed>–</Dimmed>,
    text: (row) => newestOf(row) ?? '',
  },
  {
    key: 'added',
    header: 'Added',
    width: 3,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
    text: ({ createdAt }) => createdAt,
  },
]

/** The providers of all organizations, for site administrators. */
export function Providers() {
  const narrowing = useListState({ name: 'site-providers', words, orders })
  const { search, flags, ...rest } = narrowing.state
  const listed = useListQuery(
    SiteProviderList,
    {
      search,
      registryName: flags.public === undefined ? null : flags.public ? 'PUBLIC' : 'PRIVATE',
      orderBy: orderBy(rest, orders),
    },
    narrowing,
    (data) => data.siteRegistryProviders,
  )
  return (
    <>
      <PageHeader title={label} />
      <SearchedList
        searchLabel="Search providers"
        {...narrowing}
        label={label}
        columns={columns}
        {...listed}
        failureTitle="The providers could not be loaded"
        noMatch="No provider matches"
        hint="Search for part of the name or of the namespace, or remove a filter."
      >
        <Empty icon={IconPlugConnected} title="No providers yet">
          Organizations add the providers that their modules need.
        </Empty>
      </SearchedList>
    </>
  )
}
