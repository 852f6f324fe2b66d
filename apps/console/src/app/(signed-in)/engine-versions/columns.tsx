import { Checkbox, Group } from '@mantine/core'
import { graphql } from '~/data/generated'
import type { EngineVersionRowFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { NameLink } from '~/ui/links'
import { momentColumn } from '~/ui/moment'
import { Check } from '~/ui/state-dot'
import { count } from '~/ui/text'
import { Exact, Nothing } from '~/ui/texts'
import { Badges, wordsOf } from './state'
import type { Selection } from './bulk/use-selection'

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
    text: ({ version }) => version,
  },
  {
    key: 'state',
    header: 'State',
    width: 5,
    place: 'below',
    cell: (row) => <Badges version={row} quiet />,
    text: (row) => wordsOf(row).join(', '),
  },
  {
    key: 'usage',
    header: 'Used by',
    width: 2.5,
    cell: (row) => (row.usage > 0 ? count(row.usage, 'workspace') : <Nothing />),
    text: ({ usage }) => usage,
  },
  momentColumn('created', 'Created', 3, ({ createdAt }) => createdAt, 'wide'),
]

/** The same with a box before each version. */
export const selectable = ({
  has,
  set,
}: Selection<EngineVersionRowFragment>): readonly Column<EngineVersionRowFragment>[] =>
  columns.map((column) =>
    column.key === 'version' ? { ...column, cell: (row) => withBox(row, has(row.id), set) } : column,
  )

const withBox = (
  row: EngineVersionRowFragment,
  isSelected: boolean,
  set: Selection<EngineVersionRowFragment>['set'],
) => (
  <Group gap="sm" wrap="nowrap">
    <Checkbox
      aria-label={`Select ${row.version}`}
      checked={isSelected}
      // With Shift the pointer would mark the text between, too.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onChange={({ currentTarget, nativeEvent }) =>
        set(row.id, currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
    <VersionLink row={row} />
  </Group>
)
