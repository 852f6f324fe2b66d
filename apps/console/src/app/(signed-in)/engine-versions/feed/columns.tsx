import { Checkbox, Text } from '@mantine/core'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { NameLink } from '~/ui/links'
import { ChangeTexts } from './change-texts'
import type { Difference } from './queries'

export function columnsOf(
  picked: ReadonlySet<string>,
  onPick: (versions: readonly string[], isPicked: boolean) => void,
): readonly Column<Difference>[] {
  return [
    {
      key: 'pick',
      header: 'Import',
      width: 1.8,
      align: 'end',
      place: 'menu',
      cell: ({ version }) => (
        <Checkbox
          aria-label={`Import ${version}`}
          checked={picked.has(version)}
          onChange={(event) => onPick([version], event.currentTarget.checked)}
        />
      ),
    },
    {
      key: 'version',
      header: 'Version',
      width: 3,
      place: 'title',
      cell: ({ version, known }) =>
        known ? (
          <NameLink href={paths.engineVersion(known.id)}>{version}</NameLink>
        ) : (
          <Text span inherit fw={600}>
            {version}
          </Text>
        ),
    },
    {
      key: 'changes',
      header: 'What changes',
      width: 6,
      cell: (difference) => <ChangeTexts difference={difference} />,
    },
    {
      key: 'builds',
      header: 'Builds',
      width: 4,
      cell: ({ archs }) => archs.map(({ os, arch }) => `${os} ${arch}`).join(', '),
    },
  ]
}
