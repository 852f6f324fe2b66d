'use client'

import { needsHostBlock } from '@engine/shared'
import {
  SegmentedControl,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import type { ModuleDownloadsQuery } from '~/data/generated/graphql'
import { query, useQueryKeepingPrevious } from '~/data/query'
import { paths } from '~/paths'
import { CodeToCopy } from '~/ui/code-to-copy'
import { type Column, DataTable, numberColumn } from '~/ui/data-table'
import { DownloadsChart } from '~/ui/downloads-chart'
import { Failure } from '~/ui/failure'
import { HostFault } from '~/ui/host-fault'
import { TextLink } from '~/ui/links'
import { ListSection, Section } from '~/ui/section'
import { count, numberText } from '~/ui/text'
import { Note } from '~/ui/texts'
import { useTyped } from '~/ui/typed'
import type { FoundModule, Shown, ShownPart } from './queries'
import { StillUsed } from './still-used'
import { isRootUncallable, SubmoduleCalls } from './submodule-calls'
import { VersionLists } from './version-lists'
import { WhoRunsWhat } from './who-runs-what'
import { WithWorkspace } from './with-workspace'
import {
  cliConfiguration,
  type CliFacts,
  cliName,
  configurationFile,
  consumerName,
  installedText,
  moduleCall,
  sourceOf,
} from './words'

type Props = Pick<Shown, 'version' | 'part' | 'folders'> & { module: FoundModule; cli: CliFacts }

/** How it is called, and of one's own modules who does. */
export const Usage = ({ module, version, part, folders, cli }: Props) => (
  <Stack gap="md">
    {part && version !== undefined && !isRevoked(module, version) && (
      <>
        {isRootUncallable({ part, folders }) ? (
          <Section title="In your configuration">
            <SubmoduleCalls module={module} cli={cli} version={version} folders={folders} />
          </Section>
        ) : (
          <UseModule module={module} version={version} part={part} cli={cli} />
        )}
      </>
    )}
    {module.canDelete && !part?.path && <StillUsed module={module} />}
    {!part?.path && <InstalledVersions module={module} />}
    {!module.usableOnly && !part?.path && <Downloads module={module} />}
  </Stack>
)

/** What cannot be installed has no call; the rail leads to a version that can. */
const isRevoked = ({ versions }: FoundModule, version: string): boolean =>
  versions.nodes.find((each) => each.version === version)?.deprecation?.status === 'REVOKED'

const ModuleVersionUses = graphql(`
  query ModuleVersionUses($organization: String!, $name: String!, $provider: String!) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        versionUse {
          version
          workspaces
          behind
        }
      }
    }
  }
`)

/** The versions of a module that workspaces have installed, as far as their own tokens tell. */
function InstalledVersions({ module }: { module: FoundModule }) {
  const { namespace: organization, name, provider } = module
  const list = useQuery(query(ModuleVersionUses, { organization, name, provider }))
  const rows = list.data?.registryModuleNamespace?.registryModule?.versionUse
  return (
    <ListSection title="Workspaces" about={rows && <Note my="xs">{installedText(rows)}</Note>}>
      {list.isLoading && <Skeleton height={80} />}
      {list.isError && (
        <Failure
          title="The versions in use could not be loaded"
          error={list.error}
          retry={() => void list.refetch()}
        />
      )}
      {rows && rows.length > 0 && <WhoRunsWhat module={module} uses={rows} />}
    </ListSection>
  )
}

const ModuleDownloads = graphql(`
  query ModuleDownloads($id: ID!, $days: Int!) {
    registryModule(id: $id) {
      downloadsHistory(days: $days) {
        days {
          day
          count
        }
        consumers(page: { size: 100 }) {
          nodes {
            organizationId
            organizationName
            count
          }
          totalCount
        }
      }
    }
  }
`)

type History = NonNullable<NonNullable<ModuleDownloadsQuery['registryModule']>['downloadsHistory']>
type Consumer = History['consumers']['nodes'][number]

const spans = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
]

/** How often it was downloaded, over time and by whom, as pictures and in numbers. */
function Downloads({ module }: { module: FoundModule }) {
  const [days, setDays] = useState('30')
  const { data, error, refetch } = useQueryKeepingPrevious(ModuleDownloads, {
    id: module.id,
    days: Number(days),
  })
  const history = data?.registryModule?.downloadsHistory
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="Time span"
        size="xs"
        data={spans}
        value={days}
        onChange={setDays}
        style={{ alignSelf: 'flex-start' }}
      />
      {history ? (
        <DownloadsShown history={history} isNamed={!module.canDelete} />
      ) : error ? (
        <Failure title="The downloads could not be loaded" error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
    </Stack>
  )
}

type DownloadsProps = {
  history: History
  /** Whether it says by whom; those who manage the module see that by version. */
  isNamed: boolean
}

function DownloadsShown({ history: { days, consumers }, isNamed }: DownloadsProps) {
  const total = days.reduce((sum, day) => sum + day.count, 0)
  const most = consumers.nodes[0]?.count ?? 0
  return (
    <>
      <Section title="Over time">
        <Note mb="sm">{total === 0 ? 'No downloads in this time.' : count(total, 'download')}</Note>
        <DownloadsChart days={days} />
      </Section>
      {isNamed && consumers.nodes.length > 0 && (
        <ListSection title="By consumer">
          <DataTable
            label="Downloads by consumer"
            columns={downloadsColumnsOf(most)}
            rows={consumers.nodes}
            rowKey={({ organizationId }) => organizationId ?? 'people'}
          />
          {consumers.totalCount > consumers.nodes.length && (
            <Note px="md" pb="md">
              and {count(consumers.totalCount - consumers.nodes.length, 'other consumer')}
            </Note>
          )}
        </ListSection>
      )}
    </>
  )
}

const downloadsColumnsOf = (most: number): readonly Column<Consumer>[] => [
  { key: 'name', header: 'Consumer', width: 4, place: 'title', cell: consumerName },
  numberColumn('count', 'Downloads', 2, (consumer) => consumer.count),
  {
    key: 'share',
    header: 'Compared',
    width: 5,
    cell: (consumer) => (
      <div
        aria-hidden
        style={{
          width: `${(consumer.count / most) * 100}%`,
          minWidth: 2,
          height: 10,
          borderRadius: 2,
          background: 'var(--mantine-primary-color-filled)',
        }}
      />
    ),
  },
]

/** As many fields as fit a form. */
const mostShown = { number: 1, size: 100 }

type UseModuleProps = { module: FoundModule; version: string; part: ShownPart; cli: CliFacts }

/** The call of the module with its inputs filled in, and the settings that the CLI needs once. */
function UseModule({ module, version, part, cli }: UseModuleProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [added, setAdded] = useState<readonly InputToFill[]>([])
  const { namespace: organization, name: moduleName, provider } = module
  const variables = { organization, name: moduleName, provider, version, path: part.path }
  const list = useQuery({
    ...query(VersionLists, { ...variables, inputs: true, required: true, page: mostShown }),
    enabled: part.counts.inputs > 0,
  })
  const required = list.data?.registryModuleNamespace?.registryModule?.version?.folder?.inputs
  const more = (required?.totalCount ?? 0) - (required?.nodes.length ?? 0)
  const shown = [...(required?.nodes ?? []), ...added]
  const hasOptional = part.counts.inputs > (required?.totalCount ?? 0)
  const inputs = shown.map(({ name, type }) => ({ name, type, typed: typed[name] ?? '' }))
  const source = sourceOf(cli, module, part.path)
  const call = moduleCall(source, version, part.name, inputs, part.configurationAliases)
  const fill = (name: string, text: string) => setTyped((before) => ({ ...before, [name]: text }))

  if (list.isLoading) return <Skeleton height={320} />
  if (list.isError)
    return (
      <Failure title="The inputs could not be loaded" error={list.error} retry={() => void list.refetch()} />
    )
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xl: 2 }} spacing="md">
        <Section title="Inputs to fill in">
          <Stack gap="sm">
            {shown.length === 0 && (
              <Note>{part.counts.inputs === 0 ? 'No inputs.' : 'No input is required.'}</Note>
            )}
            {shown.map(({ name, type, description }) => (
              <Field
                key={name}
                name={name}
                type={type}
                description={description}
                value={typed[name] ?? ''}
                onChange={(text) => fill(name, text)}
              />
            ))}
            <More count={more} />
            {hasOptional && (
              <OptionalInputs
                variables={variables}
                added={added}
                onAdd={(input) => setAdded([...added, input])}
              />
            )}
          </Stack>
        </Section>
        <Configuration call={call} cli={cli} aliases={part.configurationAliases} />
      </SimpleGrid>
      <WithWorkspace call={call} cli={cli} name={part.name} namespace={organization} />
      <OnceForEachMachine cli={cli} />
    </Stack>
  )
}

const More = ({ count }: { count: number }) =>
  count > 0 && <Note>{numberText(count)} more are required; the tab Inputs and outputs names them.</Note>

type ConfigurationProps = { call: string; cli: CliFacts; aliases: readonly string[] }

const Configuration = ({ call, cli, aliases }: ConfigurationProps) => (
  <Section title="In your configuration">
    <HostFault publicUrl={cli.publicUrl} />
    <CodeToCopy text={call} what="the module call" language="hcl" />
    <Text size="xs" c="dimmed" mt="xs">
      Then run <code>{cliName(cli)} init</code>. A text may also refer to something, such as{' '}
      <code>var.name</code>.
    </Text>
    {aliases.length > 0 && (
      <Note>
        The module does not configure these providers itself: the call has to pass a configuration for each of{' '}
        {aliases.join(', ')}. Put those of your own configuration on the right.
      </Note>
    )}
  </Section>
)

const OnceForEachMachine = ({ cli }: { cli: CliFacts }) => (
  <Section title="Once for each machine">
    <Text size="sm" mb="xs">
      The CLI has to know a token{needsHostBlock(cli.publicUrl) && ', and where the registry is'}. This goes
      into <code>{configurationFile(cli)}</code>; put a token from{' '}
      <TextLink href={paths.tokens()}>My tokens</TextLink> in place of the dots.
    </Text>
    <CodeToCopy text={cliConfiguration(cli)} what="the configuration of the CLI" language="hcl" />
  </Section>
)

type FieldProps = {
  name: string
  type: string
  description: string
  value: string
  onChange: (text: string) => void
}

/** One line for what fits one, more for lists and objects. */
function Field({ name, type, description, value, onChange }: FieldProps) {
  const about = [type, description].filter((text) => text !== '').join(' · ')
  const shared = {
    label: name,
    description: about,
    value,
    spellCheck: false,
    autoComplete: 'off',
    autoCapitalize: 'none',
    styles: {
      label: { overflowWrap: 'anywhere' as const },
      description: { overflowWrap: 'anywhere' as const },
    },
  }
  return /^(string|number|bool|any)$/.test(type) ? (
    <TextInput {...shared} onChange={(event) => onChange(event.currentTarget.value)} />
  ) : (
    <Textarea {...shared} autosize minRows={2} onChange={(event) => onChange(event.currentTarget.value)} />
  )
}

type InputToFill = { name: string; type: string; description: string }

type OptionalInputsProps = {
  variables: { organization: string; name: string; provider: string; version: string; path: string }
  added: readonly InputToFill[]
  onAdd: (input: InputToFill) => void
}

/** Finds an input that need not be given. There may be thousands, so the API looks for them. */
function OptionalInputs({ variables, added, onAdd }: OptionalInputsProps) {
  const [search, setSearch] = useState('')
  const [text, change] = useTyped(search, setSearch)
  const list = useQueryKeepingPrevious(VersionLists, {
    ...variables,
    inputs: true,
    required: false,
    search,
    page: { number: 1, size: 50 },
  })
  const inputs = list.data?.registryModuleNamespace?.registryModule?.version?.folder?.inputs?.nodes ?? []
  const others = inputs.filter(({ name }) => !added.some((each) => each.name === name))
  const add = (name: string | null) => {
    const input = others.find((each) => each.name === name)
    if (input) onAdd(input)
    change('')
  }
  return (
    <Select
      label="Add an optional input"
      placeholder="Search inputs"
      data={others.map(({ name }) => name)}
      // What was found is shown as it is.
      filter={({ options }) => options}
      value={null}
      searchable
      searchValue={text}
      onSearchChange={change}
      onChange={add}
      nothingFoundMessage={list.isFetching ? 'Searching …' : 'No other input'}
    />
  )
}
