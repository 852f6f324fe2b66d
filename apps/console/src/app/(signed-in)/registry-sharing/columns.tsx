'use client'

import { Anchor, Badge, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from '~/ui/link'
import { graphql } from '~/data/generated'
import type { SharedWithFragment, SharingRowFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { NameLink } from '~/ui/links'
import { Dimmed } from '~/ui/texts'
import { aheadText } from '../end-of-life/ahead'

export const SharingRow = graphql(`
  fragment SharingRow on SiteOrganization {
    id
    name
    isDisabled
    globalModuleSharing
    globalProviderSharing
    moduleConsumers(page: { size: 20 }) {
      ...SharedWith
    }
    providerConsumers(page: { size: 20 }) {
      ...SharedWith
    }
  }
`)

export const SharedWith = graphql(`
  fragment SharedWith on SiteOrganizationConnection {
    nodes {
      id
      name
      isDisabled
      sharingEndsAt
    }
    totalCount
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
  {
    key: 'modules',
    header: 'Modules with',
    width: 4,
    cell: ({ globalModuleSharing, moduleConsumers }) => (
      <Consumers withAll={globalModuleSharing} list={moduleConsumers} />
    ),
  },
  {
    key: 'providers',
    header: 'Providers with',
    width: 4,
    cell: ({ globalProviderSharing, providerConsumers }) => (
      <Consumers withAll={globalProviderSharing} list={providerConsumers} />
    ),
  },
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

function Consumers({ withAll, list }: { withAll: boolean; list: SharedWithFragment }) {
  const [now] = useState(() => new Date())
  if (withAll) return 'All organizations'
  const { nodes, totalCount } = list
  if (totalCount === 0) return <Dimmed>–</Dimmed>
  const names = nodes.map(({ name, isDisabled, sharingEndsAt }) => {
    const notes = [
      ...(isDisabled ? ['disabled'] : []),
      ...(sharingEndsAt ? [`ends ${aheadText(new Date(sharingEndsAt), now)}`] : []),
    ]
    return notes.length > 0 ? `${name} (${notes.join(', ')})` : name
  })
  return (
    <Text span inherit suppressHydrationWarning>
      {names.join(', ')}
      {totalCount > nodes.length && ` and ${totalCount - nodes.length} more`}
    </Text>
  )
}
