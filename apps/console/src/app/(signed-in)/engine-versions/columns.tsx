import { graphql } from '~/data/generated'
import type { EngineVersionRowFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/lists/data-table'
import { NameLink } from '~/ui/links'
import { momentColumn } from '~/ui/moment'
import { Check } from '~/ui/feedback/state-dot'
import { count } from '~/ui/text'
import { Exact, Nothing } from '~/ui/texts'
import { Badges } from './state'

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

const VersionLink = ({ row: { id, version, official } }: { row: EngineVersionRowFragment }) => (
  <span>
    <NameLink href={paths.engineVersion(id)}>
      <Exact>{version}</Exact>
    </NameLink>{' '}
    {official && <Check>Official</Check>}
  </span>
)

export const columns: readonly Column<EngineVersionRowFragment>[] = [
  {
    key: 'version',
    header: 'Version',
    width: 4,
    place: 'title',
    cell: (row) => <VersionLink row={row} />,
  },
  {
    key: 'state',
    header: 'State',
    width: 5,
    place: 'below',
    cell: (row) => <Badges version={row} quiet />,
  },
  {
    key: 'usage',
    header: 'Used by',
    width: 2.5,
    cell: (row) => (row.usage > 0 ? count(row.usage, 'workspace') : <Nothing />),
  },
  momentColumn('created', 'Created', 3, ({ createdAt }) => createdAt, 'wide'),
]
