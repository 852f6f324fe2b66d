import { Anchor, Text } from '@mantine/core'
import Link from 'next/link'
import { graphql } from '../../../data/generated'
import type { EngineVersionRowFragment } from '../../../data/generated/graphql'
import { paths } from '../../../paths'
import type { Column } from '../../../ui/data-table'
import { Moment } from '../../../ui/moment'
import { count } from '../../../ui/plural'
import { Badges } from './badges'

export const EngineVersionRow = graphql(`
  fragment EngineVersionRow on EngineVersion {
    id
    version
    usage
    createdAt
    ...EngineVersionBadgeFacts
    ...EngineVersionActionFacts
  }
`)

export const columns: readonly Column<EngineVersionRowFragment>[] = [
  {
    key: 'version',
    header: 'Version',
    width: 4,
    place: 'title',
    cell: (row) => (
      <Anchor component={Link} href={paths.engineVersion(row.id)} fw={600} inherit>
        {row.version}
      </Anchor>
    ),
  },
  { key: 'state', header: 'State', width: 5, place: 'below', cell: (row) => <Badges version={row} /> },
  {
    key: 'usage',
    header: 'Used by',
    width: 2.5,
    cell: (row) =>
      row.usage > 0 ? (
        count(row.usage, 'workspace')
      ) : (
        <Text span inherit c="dimmed">
          nobody
        </Text>
      ),
  },
  { key: 'created', header: 'Created', width: 3, cell: (row) => <Moment at={row.createdAt} /> },
]
