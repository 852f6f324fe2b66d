'use client'

import { needsHostBlock } from '@engine/shared'
import { SimpleGrid, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useInViewport, useMergedRef } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useEffect, useRef, useState } from 'react'
import { query, useQueryKeepingPrevious } from '~/data/query'
import { paths } from '~/paths'
import { CodeToCopy } from '~/ui/code-to-copy'
import { foundOptions, hiddenOf, namedOption } from '~/ui/lists/found-options'
import { Failure } from '~/ui/feedback/failure'
import { HostFault } from '~/ui/feedback/host-fault'
import { TextLink } from '~/ui/links'
import { Section } from '~/ui/section'
import { numberText } from '~/ui/text'
import { Note } from '~/ui/texts'
import { useDebouncedText } from '~/ui/use-debounced-text'
import type { FoundModule, Shown, ShownPart } from '../queries'
import { SubmoduleCalls } from '../declarations/submodule-calls'
import { VersionLists } from '../versions/version-lists'
import { WithWorkspace } from './new-workspace'
import {
  cliConfiguration,
  type CliFacts,
  cliName,
  configurationFile,
  isRootUncallable,
  moduleCall,
  sourceOf,
} from '../words'
import { Select } from '~/ui/list-field'

type Props = Pick<Shown, 'version' | 'part' | 'folders'> & { module: FoundModule; cli: CliFacts }

/** Code that calls the module and, for the viewer's own modules, who uses it. */
export function Usage({ module, version, part, folders, cli }: Props) {
  if (!part || version === undefined || isRevoked(module, version))
    return <Stack gap="md">{!part?.path && <Users module={module} />}</Stack>
  if (!isRootUncallable({ part, folders }))
    return <UseModule module={module} version={version} part={part} cli={cli} />
  return (
    <Stack gap="md">
      <Section title="In your configuration">
        <SubmoduleCalls module={module} cli={cli} version={version} folders={folders} />
      </Section>
      {!part.path && <Users module={module} />}
    </Stack>
  )
}

/** Organizations, workspaces and downloads of a module, asked for once in sight; `#users` leads there. */
function Users({ module }: { module: FoundModule }) {
  const { ref, inViewport } = useInViewport()
  const section = useRef<HTMLDivElement>(null)
  const merged = useMergedRef(ref, section)
  const [isSeen, setSeen] = useState(false)
  if (inViewport && !isSeen) setSeen(true)
  useEffect(() => {
    if (window.location.hash === '#users') section.current?.scrollIntoView()
  }, [])
  return (
    <div id="users" ref={merged} style={{ scrollMarginTop: '5rem' }}>
      {isSeen ? <ModuleUsers module={module} /> : <Skeleton height="80vh" />}
    </div>
  )
}

const ModuleUsers = dynamic(async () => (await import('./module-users')).ModuleUsers, {
  loading: () => <Skeleton height="80vh" />,
})

/** Tells whether a version cannot be installed, so that it has no call; the rail links to one that can. */
const isRevoked = ({ versions }: FoundModule, version: string): boolean =>
  versions.nodes.find((each) => each.version === version)?.deprecation?.status === 'REVOKED'

/** Maximum number of fields in a form. */
const mostShown = { number: 1, size: 100 }

type UseModuleProps = { module: FoundModule; version: string; part: ShownPart; cli: CliFacts }

/** The address of a folder of a version, for questions about its inputs. */
const variablesOf = ({ module, version, part }: UseModuleProps) => ({
  ...{ organization: module.namespace, name: module.name, provider: module.provider },
  ...{ version, path: part.path },
})

/** The call of the module with its inputs filled in, then who uses it. */
function UseModule(props: UseModuleProps) {
  const { part, module } = props
  const list = useQuery({
    ...query(VersionLists, { ...variablesOf(props), inputs: true, required: true, page: mostShown }),
    enabled: part.counts.inputs > 0,
  })
  // How high the form is is known with its inputs: nothing stands below it before.
  if (list.isLoading) return <Skeleton height="80vh" />
  const required = list.data?.registryModuleNamespace?.registryModule?.version?.folder?.inputs
  return (
    <Stack gap="md">
      {list.isError ? (
        <Failure
          title="The inputs could not be loaded"
          error={list.error}
          retry={() => void list.refetch()}
        />
      ) : (
        <FilledCall {...props} required={required?.nodes ?? []} allRequired={required?.totalCount ?? 0} />
      )}
      {!part.path && <Users module={module} />}
    </Stack>
  )
}

type FilledCallProps = UseModuleProps & { required: readonly InputToFill[]; allRequired: number }

/** The call of the module with its inputs filled in, and the settings that the CLI needs once. */
function FilledCall({ required, allRequired, ...props }: FilledCallProps) {
  const { module, version, part, cli } = props
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [added, setAdded] = useState<readonly InputToFill[]>([])
  const shown = [...required, ...added]
  const hasOptional = part.counts.inputs > allRequired
  const inputs = shown.map(({ name, type }) => ({ name, type, typed: typed[name] ?? '' }))
  const source = sourceOf(cli, module, part.path)
  const call = moduleCall(source, version, part.name, inputs, part.configurationAliases)
  const fill = (name: string, text: string) => setTyped((before) => ({ ...before, [name]: text }))
  return (
    <>
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
            <More count={allRequired - required.length} />
            {hasOptional && (
              <OptionalInputs
                variables={variablesOf(props)}
                added={added}
                onAdd={(input) => setAdded([...added, input])}
              />
            )}
          </Stack>
        </Section>
        <Configuration call={call} cli={cli} aliases={part.configurationAliases} />
      </SimpleGrid>
      <WithWorkspace call={call} cli={cli} name={part.name} namespace={module.namespace} />
      <OnceForEachMachine cli={cli} />
    </>
  )
}

const More = ({ count }: { count: number }) =>
  count > 0 && <Note>{numberText(count)} more are required; the tab Inputs and outputs lists them.</Note>

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
        {aliases.join(', ')}. Put those of your configuration on the right.
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
  const [text, change] = useDebouncedText(search, setSearch)
  const list = useQueryKeepingPrevious(VersionLists, {
    ...variables,
    inputs: true,
    required: false,
    search,
    page: { number: 1, size: 50 },
  })
  const found = list.data?.registryModuleNamespace?.registryModule?.version?.folder?.inputs
  const inputs = found?.nodes ?? []
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
      {...foundOptions({
        noun: 'input',
        options: others.map(({ name }) => namedOption(name)),
        hidden: hiddenOf(found),
        isFetching: list.isFetching,
      })}
      value={null}
      searchable
      searchValue={text}
      onSearchChange={change}
      onChange={add}
    />
  )
}
