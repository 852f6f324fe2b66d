import { Anchor, Badge, Group, Text } from '@mantine/core'
import { Link } from '~/ui/link'
import { graphql } from '~/data/generated'
import type { SharingRowFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { NameLink } from '~/ui/links'

export const SharingRow = graphql(`
  fragment SharingRow on SiteOrganization {
    id
    name
    isDisabled
    globalModuleSharing
    moduleConsumers(page: { size: 20 }) {
      nodes {
        id
        name
        isDisabled
      }
      totalCount
    }
  }
`)

export const columns: readonly Column<SharingRowFragment>[] = [
  {
    key: 'producer',
    header: 'Producer',
    width: 4,
    place: 'title',
    cell: ({ name, isDisabled }) => (
      <Group gap={6}>
        <NameLink href={paths.organization(name)}>{name}</NameLink>
        {isDisabled && <Badge color="red">Disabled</Badge>}
      </Group>
    ),
  },
  { key: 'consumers', header: 'With', width: 7, cell: (row) => <Consumers producer={row} /> },
  {
    key: 'change',
    header: 'Change',
    width: 2,
    align: 'end',
    place: 'menu',
    cell: ({ name }) => (
      <Anchor
        component={Link}
        href={paths.organizationSharing(name)}
        inherit
        aria-label={`Change the sharing of ${name}`}
      >
        Change
      </Anchor>
    ),
  },
]

function Consumers({ producer: { globalModuleSharing, moduleConsumers } }: { producer: SharingRowFragment }) {
  if (globalModuleSharing) return 'All organizations'
  const { nodes, totalCount } = moduleConsumers
  const names = nodes.map(({ name, isDisabled }) => (isDisabled ? `${name} (disabled)` : name)).join(', ')
  return (
    <Text span inherit>
      {names}
      {totalCount > nodes.length && ` and ${totalCount - nodes.length} more`}
    </Text>
  )
}
