'use client'

import { Anchor, Badge, Box, Code, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ModuleAddress, paths } from '~/paths'
import { type Column, numberColumn } from '~/ui/data-table'
import { NameLink } from '~/ui/links'
import { List } from '~/ui/list'
import { type Connection, type Noun, PagedList } from '~/ui/paged-list'
import { numberText } from '~/ui/text'
import { Note } from '~/ui/texts'
import { useList } from '~/ui/use-list'
import { DependencyGraph } from './dependency-graph'
import type { ShownFolders, ShownPart } from './queries'
import { mostGrouped, ResourcesByType } from './resources-by-type'
import { type FoundLists, VersionLists } from './version-lists'

/** The lists that a version and one of its folders have, by the names that the API has for them. */
type Lists = NonNullable<FoundLists['folder']> & Pick<FoundLists, 'folders'>

type Kind = keyof Pick<Lists, 'inputs' | 'outputs' | 'resources' | 'providers' | 'dependencies' | 'folders'>

type RowOf<K extends Kind> = NonNullable<Lists[K]>['nodes'][number]

type Listing<Row> = {
  /** Of its section in the address of the page. */
  key: string
  title: string
  noun: Noun
  /** Such as `No inputs.` */
  none: string
  rowId: (row: Row) => string
  columns: (at: At) => readonly Column<Row & { id: string }>[]
}

const nameColumn = (width: number): Column<{ name: string }> => ({
  key: 'name',
  header: 'Name',
  width,
  place: 'title',
  cell: ({ name }) => (
    <Text span inherit fw={600} ff="monospace">
      {name}
    </Text>
  ),
})

/** What it is for, and what else there is to know before it is used. */
const Description = ({ description, ephemeral, deprecated }: RowOf<'outputs'>) => (
  <>
    {description}
    {ephemeral && <Badge color="gray">Ephemeral</Badge>}
    {deprecated && (
      <Text inherit>
        <Badge color="orange">Deprecated</Badge> {deprecated}
      </Text>
    )}
  </>
)

type Requirement = RowOf<'dependencies'> & Partial<RowOf<'providers'>>

const requirementColumns = (unnamed: string): readonly Column<Requirement>[] => [
  nameColumn(3),
  {
    key: 'source',
    header: 'Source',
    width: 5,
    cell: ({ source, configurationAliases: aliases }) => (
      <>
        {source || unnamed}
        {aliases && aliases.length > 0 && <Text inherit>A call has to pass {aliases.join(', ')}.</Text>}
      </>
    ),
  },
  {
    key: 'version',
    header: 'Version',
    width: 3,
    cell: ({ version }) => (version === '' ? 'any' : <Code>{version}</Code>),
  },
]

type Counted = 'inputs' | 'outputs' | 'resources'

const countColumn = (key: Counted, header: string) =>
  numberColumn<RowOf<'folders'>>(key, header, 2, ({ counts }) => counts[key])

const nameOf = ({ name }: { name: string }) => name

/** In the order in which they stand on the page. Of the inputs, required ones come first. */
const listings: { [K in Kind]: Listing<RowOf<K>> } = {
  inputs: {
    key: 'inputs',
    title: 'Inputs',
    noun: 'input',
    none: 'No inputs.',
    rowId: nameOf,
    columns: () => [
      nameColumn(3),
      { key: 'type', header: 'Type', width: 2.5, cell: ({ type }) => <Code>{type}</Code> },
      { key: 'description', header: 'Description', width: 5, cell: Description },
      {
        key: 'default',
        header: 'Default',
        width: 2.5,
        cell: ({ required, default: text }) =>
          required ? <Badge color="orange">Required</Badge> : <Code>{text === '' ? 'null' : text}</Code>,
      },
    ],
  },
  outputs: {
    key: 'outputs',
    title: 'Outputs',
    noun: 'output',
    none: 'No outputs.',
    rowId: nameOf,
    columns: () => [
      nameColumn(3),
      { key: 'description', header: 'Description', width: 7, cell: Description },
    ],
  },
  resources: {
    key: 'resources',
    title: 'Resources',
    noun: 'resource',
    none: 'No resources.',
    rowId: ({ name, type }) => `${type}.${name}`,
    columns: () => [
      nameColumn(4),
      { key: 'type', header: 'Type', width: 6, cell: ({ type }) => <Code>{type}</Code> },
    ],
  },
  providers: {
    key: 'providers',
    title: 'Required providers',
    noun: 'provider',
    none: 'No providers.',
    rowId: nameOf,
    columns: () => requirementColumns('inferred from the name'),
  },
  /** The modules outside of this archive that it calls. */
  dependencies: {
    key: 'modules',
    title: 'Required modules',
    noun: ['module', 'modules it depends on'],
    none: 'No module dependencies.',
    rowId: nameOf,
    columns: () => requirementColumns(''),
  },
  /** The submodules of the version, each with a page of its own. */
  folders: {
    key: 'submodules',
    title: 'Submodules',
    noun: 'submodule',
    none: 'No submodules.',
    rowId: ({ path }) => path,
    columns: ({ module, version }) => [
      {
        key: 'path',
        header: 'Folder',
        width: 5,
        place: 'title',
        cell: ({ path }) => <NameLink href={paths.module(module, { version, part: path })}>{path}</NameLink>,
      },
      countColumn('inputs', 'Inputs'),
      countColumn('outputs', 'Outputs'),
      countColumn('resources', 'Resources'),
    ],
  },
}

type At = { module: ModuleAddress; version: string; part: ShownPart }

/** All that a folder declares and needs, one below the other. */
export function Declarations({ folders, ...at }: At & { folders: ShownFolders }) {
  const counts = { ...at.part.counts, folders: folders.submodules }
  const kinds = (Object.keys(listings) as Kind[]).filter((kind) => kind !== 'folders' || at.part.path === '')
  return (
    <Stack gap="lg">
      <Group component="nav" aria-label="Sections" gap="md">
        {kinds.map((kind) => (
          <Anchor key={kind} href={`#${listings[kind].key}`} size="sm">
            {listings[kind].title} ({numberText(counts[kind])})
          </Anchor>
        ))}
      </Group>
      {kinds.map((kind) => (
        <section key={kind} aria-labelledby={listings[kind].key}>
          {kind === 'providers' && (
            <Box mb="lg">
              <DependencyGraph {...at} submodules={folders.submodules} />
            </Box>
          )}
          <Title order={2} id={listings[kind].key} mb="xs">
            {listings[kind].title}
          </Title>
          {kind === 'resources' && counts.resources > 0 && counts.resources <= mostGrouped ? (
            <ResourcesByType at={at} />
          ) : (
            <DeclarationList kind={kind} at={at} count={counts[kind]} />
          )}
        </section>
      ))}
    </Stack>
  )
}

/** Few enough that they are looked at without a search. */
const few = 8

const pageSize = 50

/** `count` is how many there are without a search. */
type Props<K extends Kind> = { kind: K; at: At; count: number }

/** What a folder declares of one kind, a page at a time. */
function DeclarationList<K extends Kind>({ kind, at, count }: Props<K>) {
  const { key, noun, none, rowId, columns }: Listing<RowOf<K>> = listings[kind]
  const { namespace: organization, name, provider } = at.module
  const variables = { organization, name, provider, version: at.version, path: at.part.path }
  const list = useList(VersionLists, {
    noun,
    // The first list has the plain names in the address.
    prefix: kind === 'inputs' ? '' : `${key}-`,
    size: pageSize,
    enabled: count > 0,
    variables: ({ search }) => ({
      ...variables,
      [kind]: true,
      ...(kind === 'folders' && { folderKind: 'SUBMODULE' as const }),
      search,
    }),
    pick: (data) => {
      const answered = data.registryModuleNamespace?.registryModule?.version
      const lists: Partial<Lists> = { ...answered?.folder, ...answered }
      const connection: Connection<RowOf<K>> | undefined = lists[kind]
      return (
        connection && { ...connection, nodes: connection.nodes.map((row) => ({ ...row, id: rowId(row) })) }
      )
    },
  })
  const { search, page } = list.state
  const shown = { ...list, columns: columns(at), expected: Math.min(count, pageSize) }
  if (count === 0) return <Note>{none}</Note>
  if (count <= few && search === '' && page === 1)
    return (
      <Paper>
        <PagedList {...shown} nothing={null} />
      </Paper>
    )
  return (
    <List {...shown} hint="Search for part of the name, or of the description.">
      {null}
    </List>
  )
}
