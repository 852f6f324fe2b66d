'use client'

import { Anchor, Badge, Box, Code, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useHash } from '@mantine/hooks'
import dynamic from 'next/dynamic'
import { useEffect, useEffectEvent } from 'react'
import { type ModuleAddress, paths } from '~/paths'
import colors from '~/ui/code-colors.module.css'
import { ColoredCode } from '~/ui/colored-code'
import { Copy } from '~/ui/copy'
import { type Column, numberColumn } from '~/ui/lists/data-table'
import { NameLink } from '~/ui/links'
import { List } from '~/ui/lists/list'
import type { Noun } from '~/ui/lists/noun'
import { type Connection, PagedList } from '~/ui/lists/paged-list'
import { numberText } from '~/ui/text'
import { Exact, Note } from '~/ui/texts'
import { useList } from '~/ui/lists/use-list'
import classes from './declarations.module.css'
import { formattedCode, formattedDefault, inputLine } from '../usage/formatted-code'
import type { ShownFolders, ShownPart } from '../queries'
import { type FoundLists, mostGrouped, VersionLists } from '../versions/version-lists'

const DependencyGraph = dynamic(async () => (await import('./dependency-graph')).DependencyGraph, {
  loading: () => <Skeleton height={120} />,
})
const ResourcesByType = dynamic(async () => (await import('./resources-by-type')).ResourcesByType)

/** The lists that a version and one of its folders have, by the names that the API has for them. */
type Lists = NonNullable<FoundLists['folder']> & Pick<FoundLists, 'folders'>

type Kind = keyof Pick<
  Lists,
  'inputs' | 'outputs' | 'resources' | 'providers' | 'dependencies' | 'computedCalls' | 'folders'
>

type RowOf<K extends Kind> = NonNullable<Lists[K]>['nodes'][number]

type Listing<Row> = {
  /** Key of its section in the address of the page. */
  key: string
  title: string
  noun: Noun
  /** Text for an empty list, such as `No inputs.` */
  none: string
  rowId: (row: Row) => string
  columns: (at: At, rows: readonly Row[]) => readonly Column<Row & { id: string }>[]
}

const nameColumn = (width: number): Column<{ name: string }> => ({
  key: 'name',
  header: 'Name',
  width,
  place: 'title',
  cell: ({ name }) => <Exact fw={600}>{name}</Exact>,
})

/** Description, with all that there is to know before it is used. */
const Description = ({ description, ephemeral, deprecated }: Omit<RowOf<'outputs'>, 'type'>) => (
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

function OutputFacts({ type, ...output }: RowOf<'outputs'>) {
  const code = formattedCode(type ?? '')
  return (
    <>
      {code !== '' && <Colored isBlock={code.includes('\n')}>{code}</Colored>} <Description {...output} />
    </>
  )
}

type Input = RowOf<'inputs'>

/** Returns the anchor of an input in the address of the page. */
const anchorOf = ({ name }: { name: string }): string => `input_${name}`

/** Column of inputs: required ones come first, and each group has a heading before its first input. */
const inputColumn = (rows: readonly Input[]): Column<Input> => ({
  key: 'input',
  header: 'Input',
  width: 1,
  place: 'title',
  cell: (input) => {
    const isFirst = rows.find(({ required }) => required === input.required)?.name === input.name
    return (
      <>
        {isFirst && <h3 className={classes['part']}>{input.required ? 'Required' : 'Optional'}</h3>}
        <InputFacts input={input} />
      </>
    )
  },
})

/** Maximum length, in characters, of a default on the same line as its input rather than below it. */
const shortest = 32

function InputFacts({ input }: { input: Input }) {
  const { name, required } = input
  const [hash] = useHash()
  const anchor = anchorOf(input)
  const [type, value] = [formattedCode(input.type), formattedDefault(input.default)]
  const isLong = value.length > shortest
  return (
    <div id={anchor} className={classes['input']} data-marked={hash === `#${anchor}` || undefined}>
      <div className={classes['line']}>
        <a href={`#${anchor}`} className={classes['name']}>
          {name}
        </a>
        {!type.includes('\n') && <Colored>{type}</Colored>}
        <span className={classes['end']}>
          {!required && !isLong && <Default value={value} />}
          <Copy text={inputLine(input)} what={`the line of ${name}`} />
        </span>
      </div>
      {type.includes('\n') && <Colored isBlock>{type}</Colored>}
      <div className={classes['about']}>
        <Description {...input} />
        {input.const && <Badge color="gray">Const</Badge>}
      </div>
      {!required && isLong && <Default value={value} />}
    </div>
  )
}

const Default = ({ value }: { value: string }) => (
  <span className={classes['default']}>
    <span>Default</span> <Colored isBlock={value.includes('\n')}>{value}</Colored>
  </span>
)

const Colored = ({ children, isBlock = false }: { children: string; isBlock?: boolean }) => (
  <Code block={isBlock} className={`${classes['code']} ${colors['colors']}`}>
    <ColoredCode text={children} language="hcl" />
  </Code>
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

/** Sections in the order of the page. Required inputs come first. */
const listings: { [K in Kind]: Listing<RowOf<K>> } = {
  inputs: {
    key: 'inputs',
    title: 'Inputs',
    noun: 'input',
    none: 'No inputs.',
    rowId: nameOf,
    columns: (_, rows) => [inputColumn(rows)],
  },
  outputs: {
    key: 'outputs',
    title: 'Outputs',
    noun: 'output',
    none: 'No outputs.',
    rowId: nameOf,
    columns: () => [
      nameColumn(3),
      { key: 'description', header: 'Description', width: 7, cell: OutputFacts },
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
  /** Calls whose module depends on the values of a caller. */
  computedCalls: {
    key: 'computed-modules',
    title: 'Modules by expression',
    noun: ['module', 'modules by expression'],
    none: 'No modules by expression.',
    rowId: nameOf,
    columns: () => requirementColumns(''),
  },
  /** Submodules of the version, each with its own page. */
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

/** Sections of each tab, from top to bottom. */
const kindsOf = {
  inputs: ['inputs', 'outputs'],
  resources: ['resources'],
  dependencies: ['providers', 'dependencies', 'computedCalls', 'folders'],
} as const satisfies Record<string, readonly Kind[]>

type DeclarationsProps = At & { tab: keyof typeof kindsOf; folders: ShownFolders }

/** Declarations and requirements of a folder. */
export function Declarations({ tab, folders, ...at }: DeclarationsProps) {
  const counts = { ...at.part.counts, folders: folders.submodules }
  const all: readonly Kind[] = kindsOf[tab]
  const kinds = all.filter((kind) => {
    if (kind === 'computedCalls') return counts[kind] > 0
    return kind !== 'folders' || at.part.path === ''
  })
  const engines = tab === 'dependencies' ? (at.part.engineConstraints ?? []) : []
  return (
    <Stack gap="lg">
      {engines.map(({ engine, constraint }) => (
        <Text key={engine}>
          Made for {engine} <Code>{constraint}</Code>
        </Text>
      ))}
      {kinds.length > 1 && (
        <Group component="nav" aria-label="Sections" gap="md">
          {kinds.map((kind) => (
            <Anchor key={kind} href={`#${listings[kind].key}`} size="sm">
              {listings[kind].title} ({numberText(counts[kind])})
            </Anchor>
          ))}
        </Group>
      )}
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
          <div className={kind === 'inputs' ? classes['inputs'] : undefined}>
            {kind === 'resources' && counts.resources > 0 && counts.resources <= mostGrouped ? (
              <ResourcesByType at={at} />
            ) : (
              <DeclarationList kind={kind} at={at} count={counts[kind]} />
            )}
          </div>
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

/** Paged list of a folder's declarations of one kind. */
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
  const rows = list.found?.nodes
  useNamedRow(kind === 'inputs' ? rows : undefined, (name) => {
    if (search === '' && page === 1) list.ask({ ...list.state, search: name })
  })
  const shown = { ...list, columns: columns(at, rows ?? []), expected: Math.min(count, pageSize) }
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

/** Brings the input that the address names in sight once it is there; one that stands on another page is looked for. */
function useNamedRow(rows: readonly { id: string }[] | undefined, search: (name: string) => void): void {
  const [hash] = useHash()
  const name = hash.startsWith('#input_') ? decodeURIComponent(hash.slice('#input_'.length)) : ''
  const isKnown = rows !== undefined
  const isHere = rows?.some(({ id }) => id === name) ?? false
  const look = useEffectEvent(() => search(name))
  useEffect(() => {
    if (!isKnown || name === '') return
    if (isHere) document.getElementById(anchorOf({ name }))?.scrollIntoView({ block: 'center' })
    else look()
  }, [isKnown, isHere, name])
}
