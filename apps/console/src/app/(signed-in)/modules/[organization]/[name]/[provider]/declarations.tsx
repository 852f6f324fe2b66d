'use client'

import { Anchor, Badge, Code, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ModuleAddress, paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { NameLink } from '~/ui/links'
import { List } from '~/ui/list'
import { type Connection, PagedList } from '~/ui/paged-list'
import { Note } from '~/ui/texts'
import { useList } from '~/ui/use-list'
import type { ShownFolders, ShownPart } from './queries'
import { type FoundLists, VersionLists } from './version-lists'

/** What is not known of older versions is null. */
type Traits = { ephemeral: boolean | null; deprecated: string | null }
type Output = Traits & { name: string; description: string }
type Input = Output & { type: string; default: string; required: boolean }
type Resource = { name: string; type: string }
/** A provider, or a module outside of this archive. */
type Requirement = {
  name: string
  source: string
  version: string
  configurationAliases?: readonly string[] | null
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
const Description = ({ description, ephemeral, deprecated }: Output) => (
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

const inputColumns: readonly Column<Input>[] = [
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
]

/** The inputs of a folder; required ones come first. */
const Inputs = (at: At) => (
  <DeclarationList
    label="Inputs"
    at={at}
    kind="inputs"
    listIn={({ folder }) => folder?.inputs}
    columns={inputColumns}
    rowId={({ name }) => name}
    count={at.part.counts.inputs}
    none="No inputs."
    noMatch="No input matches"
  />
)

const outputColumns: readonly Column<Output>[] = [
  nameColumn(3),
  { key: 'description', header: 'Description', width: 7, cell: Description },
]

const Outputs = (at: At) => (
  <DeclarationList
    label="Outputs"
    at={at}
    kind="outputs"
    listIn={({ folder }) => folder?.outputs}
    columns={outputColumns}
    rowId={({ name }) => name}
    count={at.part.counts.outputs}
    none="No outputs."
    noMatch="No output matches"
    prefix="outputs-"
  />
)

const resourceColumns: readonly Column<Resource>[] = [
  nameColumn(4),
  { key: 'type', header: 'Type', width: 6, cell: ({ type }) => <Code>{type}</Code> },
]

const Resources = (at: At) => (
  <DeclarationList
    label="Resources"
    at={at}
    kind="resources"
    listIn={({ folder }) => folder?.resources}
    columns={resourceColumns}
    rowId={({ name, type }) => `${type}.${name}`}
    count={at.part.counts.resources}
    none="No resources."
    noMatch="No resource matches"
    prefix="resources-"
  />
)

const versionCell = ({ version }: { version: string }) => (version === '' ? 'any' : <Code>{version}</Code>)

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
  { key: 'version', header: 'Version', width: 3, cell: versionCell },
]

const Providers = (at: At) => (
  <DeclarationList
    label="Providers"
    at={at}
    kind="providers"
    listIn={({ folder }) => folder?.providers}
    columns={requirementColumns('inferred from the name')}
    rowId={({ name }) => name}
    count={at.part.counts.providers}
    none="No providers."
    noMatch="No provider matches"
    prefix="providers-"
  />
)

/** The modules outside of this archive that it calls. */
const Dependencies = (at: At) => (
  <DeclarationList
    label="Modules it depends on"
    at={at}
    kind="dependencies"
    listIn={({ folder }) => folder?.dependencies}
    columns={requirementColumns('')}
    rowId={({ name }) => name}
    count={at.part.counts.dependencies}
    none="No module dependencies."
    noMatch="No module matches"
    prefix="modules-"
  />
)

/** All that a folder declares and needs, one below the other. */
export function Declarations({ folders, ...at }: At & { folders: ShownFolders }) {
  const { counts, path } = at.part
  const parts = [
    { key: 'inputs', title: 'Inputs', count: counts.inputs, list: <Inputs {...at} /> },
    { key: 'outputs', title: 'Outputs', count: counts.outputs, list: <Outputs {...at} /> },
    { key: 'resources', title: 'Resources', count: counts.resources, list: <Resources {...at} /> },
    { key: 'providers', title: 'Required providers', count: counts.providers, list: <Providers {...at} /> },
    {
      key: 'modules',
      title: 'Required modules',
      count: counts.dependencies,
      list: <Dependencies {...at} />,
    },
    ...(path === ''
      ? [
          {
            key: 'submodules',
            title: 'Submodules',
            count: folders.submodules,
            list: <Submodules {...at} count={folders.submodules} />,
          },
        ]
      : []),
  ]
  return (
    <Stack gap="lg">
      <Group component="nav" aria-label="Sections" gap="md">
        {parts.map(({ key, title, count }) => (
          <Anchor key={key} href={`#${key}`} size="sm">
            {title} ({count.toLocaleString('en')})
          </Anchor>
        ))}
      </Group>
      {parts.map(({ key, title, list }) => (
        <section key={key} aria-labelledby={key}>
          <Title order={2} id={key} mb="xs">
            {title}
          </Title>
          {list}
        </section>
      ))}
    </Stack>
  )
}

type Folder = { path: string; counts: { inputs: number; outputs: number; resources: number } }

/** The submodules of a version, each with a page of its own. */
export const Submodules = ({ count, ...at }: At & { count: number }) => (
  <DeclarationList
    label="Submodules"
    at={at}
    kind="folders"
    folderKind="SUBMODULE"
    listIn={({ folders }) => folders}
    columns={columnsOf(at)}
    rowId={({ path }) => path}
    count={count}
    none="No submodules."
    noMatch="No submodule matches"
    prefix="submodules-"
  />
)

const columnsOf = ({ module, version }: At): readonly Column<Folder>[] => [
  {
    key: 'path',
    header: 'Folder',
    width: 5,
    place: 'title',
    cell: ({ path }) => <NameLink href={paths.module(module, { version, part: path })}>{path}</NameLink>,
  },
  { key: 'inputs', header: 'Inputs', width: 2, cell: ({ counts }) => counts.inputs.toLocaleString('en') },
  { key: 'outputs', header: 'Outputs', width: 2, cell: ({ counts }) => counts.outputs.toLocaleString('en') },
  {
    key: 'resources',
    header: 'Resources',
    width: 2,
    cell: ({ counts }) => counts.resources.toLocaleString('en'),
  },
]

/** The folder of the lists. */
export type At = { module: ModuleAddress; version: string; part: ShownPart }

type Kind = 'inputs' | 'outputs' | 'resources' | 'providers' | 'dependencies' | 'folders'

type Props<Row> = {
  label: string
  at: At
  kind: Kind
  /** Of folders: which. */
  folderKind?: 'SUBMODULE' | 'EXAMPLE'
  listIn: (lists: FoundLists) => Connection<Row> | undefined
  columns: readonly Column<Row & { id: string }>[]
  rowId: (row: Row) => string
  /** How many there are without a search. */
  count: number
  /** Such as `No inputs.` */
  none: string
  /** Such as `No input matches`. */
  noMatch: string
  /** Begins the names under which a list stands in the address where there are two. */
  prefix?: string
}

/** Few enough that they are looked at without a search. */
const few = 8

const pageSize = 50

/** What a folder declares of one kind, a page at a time. */
export function DeclarationList<Row>({
  at,
  kind,
  folderKind,
  listIn,
  rowId,
  count,
  none,
  noMatch,
  prefix = '',
  ...shown
}: Props<Row>) {
  const { namespace: organization, name, provider } = at.module
  const variables = { organization, name, provider, version: at.version, path: at.part.path }
  const noun = [shown.label.toLowerCase(), shown.label.toLowerCase()] as const
  const list = useList(VersionLists, {
    noun,
    prefix,
    size: pageSize,
    enabled: count > 0,
    variables: ({ search }) => ({ ...variables, [kind]: true, folderKind, search }),
    pick: (data) => {
      const answered = data.registryModuleNamespace?.registryModule?.version
      const connection = answered && listIn(answered)
      return (
        connection && { ...connection, nodes: connection.nodes.map((row) => ({ ...row, id: rowId(row) })) }
      )
    },
  })
  const { search, page } = list.state
  const expected = Math.min(count, pageSize)
  if (count === 0) return <Note>{none}</Note>
  if (count <= few && search === '' && page === 1)
    return (
      <Paper>
        <PagedList {...list} {...shown} expected={expected} nothing={null} />
      </Paper>
    )
  return (
    <List
      {...list}
      {...shown}
      expected={expected}
      noMatch={noMatch}
      hint="Search for part of the name, or of the description."
    >
      {null}
    </List>
  )
}
