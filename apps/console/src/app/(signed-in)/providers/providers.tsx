'use client'

import { graphql } from '~/data/generated'
import type { SiteProviderListQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/lists/data-table'
import { ProvidersDrawing } from '~/ui/feedback/drawings'
import { nameColumn } from '~/ui/links'
import { useMay } from '~/shell/viewer'
import { ListPage } from '~/ui/lists/list-page'
import { momentColumn } from '~/ui/moment'
import { useList } from '~/ui/lists/use-list'
import { newestVersionColumn } from '~/ui/lists/data-table'
import {
  registryColumn,
  registryOf,
  registryWords,
} from '../organizations/[name]/(member)/providers/registry'
import { useBulkActs } from '../bulk-acts/use-bulk-acts'
import { organizationColumn, pathWithin } from '../organizations/organization-column'

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
          ...OwningOrganization
        }
        versions(page: { size: 1 }) {
          nodes {
            id
            version
          }
          totalCount
        }
      }
    }
  }
`)

type Row = SiteProviderListQuery['siteRegistryProviders']['nodes'][number]

const addressOf = ({ namespace, name }: Row): string => `${namespace}/${name}`

const newestOf = ({ versions }: Row): string | undefined => versions.nodes[0]?.version

const columns: readonly Column<Row>[] = [
  nameColumn('Provider', 5, (row) => pathWithin(row, (name) => paths.provider(name, row.id)), addressOf),
  registryColumn,
  organizationColumn,
  newestVersionColumn(2.5, newestOf),
  momentColumn('added', 'Added', 3, ({ createdAt }) => createdAt, 'wide'),
]

/** The providers of all organizations, for site administrators. */
export function Providers() {
  const list = useList(SiteProviderList, {
    noun: 'provider',
    name: 'site-providers',
    words: registryWords,
    orders: { fields: { name: 'NAME', registry: 'REGISTRY', added: 'CREATED_AT' }, own: 'registry' },
    variables: ({ search, flags }) => ({
      search,
      registryName: registryOf(flags.public),
    }),
    pick: (data) => data.siteRegistryProviders,
  })
  const { search, flags } = list.state
  const { selection, bar } = useBulkActs({
    found: list.found,
    nameOf: addressOf,
    matching: { providers: { search, registryName: registryOf(flags.public) } },
    kinds: ['PROVIDER_DEPRECATION'],
    isAllowed: useMay('SITE_ORGANIZATIONS_WRITE'),
  })
  return (
    <ListPage
      {...list}
      selection={selection}
      between={bar}
      icon={ProvidersDrawing}
      columns={columns}
      hint="Search for part of the name or of the namespace, or remove a filter."
    >
      Organizations add the providers that their modules need.
    </ListPage>
  )
}
