'use client'

import { Badge, Code, Stack, Text, Title } from '@mantine/core'
import type { Column } from '../../../../../../ui/data-table'
import type { ShownPart } from './queries'
import { SearchedTable } from './searched-table'

type Input = ShownPart['inputs'][number]
type Output = ShownPart['outputs'][number]
type Resource = ShownPart['resources'][number]
type Dependency = ShownPart['dependencies'][number]
type Provider = ShownPart['providers'][number]

const nameColumn = <Row extends { name: string }>(width: number): Column<Row> => ({
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

const inputColumns: readonly Column<Input>[] = [
  nameColumn(3),
  { key: 'type', header: 'Type', width: 2.5, cell: ({ type }) => <Code>{type}</Code> },
  { key: 'description', header: 'Description', width: 5, cell: ({ description }) => description },
  {
    key: 'default',
    header: 'Default',
    width: 2.5,
    cell: ({ required, default: text }) =>
      required ? <Badge color="orange">Required</Badge> : <Code>{text === '' ? 'null' : text}</Code>,
  },
]

/** What a folder declares to be told; those that have to be come first. */
export const Inputs = ({ part }: { part: ShownPart }) => (
  <SearchedTable
    label="Inputs"
    columns={inputColumns}
    rows={[...part.inputs].sort((one, other) => Number(other.required) - Number(one.required))}
    textsOf={({ name, type, description }) => [name, type, description]}
    rowKey={({ name }) => name}
    none="It declares no inputs."
  />
)

const outputColumns: readonly Column<Output>[] = [
  nameColumn(3),
  { key: 'description', header: 'Description', width: 7, cell: ({ description }) => description },
]

export const Outputs = ({ part }: { part: ShownPart }) => (
  <SearchedTable
    label="Outputs"
    columns={outputColumns}
    rows={part.outputs}
    textsOf={({ name, description }) => [name, description]}
    rowKey={({ name }) => name}
    none="It declares no outputs."
  />
)

const resourceColumns: readonly Column<Resource>[] = [
  nameColumn(4),
  { key: 'type', header: 'Type', width: 6, cell: ({ type }) => <Code>{type}</Code> },
]

export const Resources = ({ part }: { part: ShownPart }) => (
  <SearchedTable
    label="Resources"
    columns={resourceColumns}
    rows={part.resources}
    textsOf={({ name, type }) => [name, type]}
    rowKey={({ name, type }) => `${type}.${name}`}
    none="It manages no resources of its own."
  />
)

const versionCell = ({ version }: { version: string }) => (version === '' ? 'any' : <Code>{version}</Code>)

const providerColumns: readonly Column<Provider>[] = [
  nameColumn(3),
  { key: 'source', header: 'Source', width: 5, cell: ({ source }) => source || 'by its name' },
  { key: 'version', header: 'Version', width: 3, cell: versionCell },
]

const dependencyColumns: readonly Column<Dependency>[] = [
  nameColumn(3),
  { key: 'source', header: 'Source', width: 5, cell: ({ source }) => source },
  { key: 'version', header: 'Version', width: 3, cell: versionCell },
]

/** What has to be there besides: providers, and modules that lie elsewhere. */
export const Requirements = ({ part }: { part: ShownPart }) => (
  <Stack gap="sm">
    <Title order={2}>Providers</Title>
    <SearchedTable
      label="Providers"
      columns={providerColumns}
      rows={part.providers}
      textsOf={({ name, source }) => [name, source]}
      rowKey={({ name }) => name}
      none="It requires no providers."
    />
    <Title order={2} mt="sm">
      Modules
    </Title>
    <SearchedTable
      label="Modules it depends on"
      columns={dependencyColumns}
      rows={part.dependencies}
      textsOf={({ name, source }) => [name, source]}
      rowKey={({ name }) => name}
      none="It depends on no other module."
    />
  </Stack>
)
