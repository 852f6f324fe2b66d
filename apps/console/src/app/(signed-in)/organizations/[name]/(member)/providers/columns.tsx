import { Group } from '@mantine/core'
import { DeprecationBadge } from '~/app/(signed-in)/deprecation/badge'
import { graphql } from '~/data/generated'
import type { ProviderRowFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { NameLink } from '~/ui/links'
import { Moment } from '~/ui/moment'
import { RegistryBadge } from './registry-badge'

export const ProviderRow = graphql(`
  fragment ProviderRow on RegistryProvider {
    id
    name
    namespace
    registryName
    createdAt
    ...ProviderActionFacts
  }
`)

export const columns = (organization: string): readonly Column<ProviderRowFragment>[] => [
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
  },
  { key: 'added', header: 'Added', width: 3, cell: ({ createdAt }) => <Moment at={createdAt} /> },
]
