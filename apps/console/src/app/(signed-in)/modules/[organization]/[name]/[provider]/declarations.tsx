'use client'

import { Anchor, Badge, Code, Group, Stack, Text, Title } from '@mantine/core'
import type { Column } from '~/ui/data-table'
import { DeclarationList, type At } from './declaration-list'
import type { ShownFolders } from './queries'
import { Submodules } from './submodules'

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
