'use client'

import { Badge, Code, Stack, Text, Title } from '@mantine/core'
import type { Column } from '~/ui/data-table'
import { DeclarationList, type At } from './declaration-list'

type Input = { name: string; type: string; description: string; default: string; required: boolean }
type Output = { name: string; description: string }
type Resource = { name: string; type: string }
/** A provider, or a module outside of this archive. */
type Requirement = { name: string; source: string; version: string }

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

/** The inputs of a folder; required ones come first. */
export const Inputs = (at: At) => (
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
  { key: 'description', header: 'Description', width: 7, cell: ({ description }) => description },
]

export const Outputs = (at: At) => (
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
  />
)

const resourceColumns: readonly Column<Resource>[] = [
  nameColumn(4),
  { key: 'type', header: 'Type', width: 6, cell: ({ type }) => <Code>{type}</Code> },
]

export const Resources = (at: At) => (
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
  />
)

const versionCell = ({ version }: { version: string }) => (version === '' ? 'any' : <Code>{version}</Code>)

const providerColumns: readonly Column<Requirement>[] = [
  nameColumn(3),
  { key: 'source', header: 'Source', width: 5, cell: ({ source }) => source || 'inferred from the name' },
  { key: 'version', header: 'Version', width: 3, cell: versionCell },
]

const dependencyColumns: readonly Column<Requirement>[] = [
  nameColumn(3),
  { key: 'source', header: 'Source', width: 5, cell: ({ source }) => source },
  { key: 'version', header: 'Version', width: 3, cell: versionCell },
]

/** What a folder needs besides: providers, and modules outside of this archive. */
export const Requirements = (at: At) => (
  <Stack gap="sm">
    <Title order={2}>Providers</Title>
    <DeclarationList
      label="Providers"
      at={at}
      kind="providers"
      listIn={({ folder }) => folder?.providers}
      columns={providerColumns}
      rowId={({ name }) => name}
      count={at.part.counts.providers}
      none="No providers."
      noMatch="No provider matches"
      prefix="providers-"
    />
    <Title order={2} mt="sm">
      Modules
    </Title>
    <DeclarationList
      label="Modules it depends on"
      at={at}
      kind="dependencies"
      listIn={({ folder }) => folder?.dependencies}
      columns={dependencyColumns}
      rowId={({ name }) => name}
      count={at.part.counts.dependencies}
      none="No module dependencies."
      noMatch="No module matches"
      prefix="modules-"
    />
  </Stack>
)
