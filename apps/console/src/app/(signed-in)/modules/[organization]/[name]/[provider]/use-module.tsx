'use client'

import { needsHostBlock } from '@engine/shared'
import { SimpleGrid, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { CodeToCopy } from '~/ui/code-to-copy'
import { Failure } from '~/ui/failure'
import { TextLink } from '~/ui/links'
import { Section } from '~/ui/section'
import { Note } from '~/ui/texts'
import { OptionalInputs, type InputToFill } from './optional-inputs'
import type { FoundModule, ShownPart } from './queries'
import { cliConfiguration, cliName, configurationFile, moduleCall, sourceOf, type CliFacts } from './snippet'
import { VersionLists } from './version-lists'

/** As many fields as fit a form. */
const mostShown = { number: 1, size: 100 }

type Props = { module: FoundModule; version: string; part: ShownPart; cli: CliFacts }

/** The call of the module with its inputs filled in, and the settings that the CLI needs once. */
export function UseModule({ module, version, part, cli }: Props) {
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
  const source = `${sourceOf(cli, module)}${part.path === '' ? '' : `//${part.path}`}`
  const inputs = shown.map(({ name, type }) => ({ name, type, typed: typed[name] ?? '' }))
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
            {more > 0 && (
              <Note>
                {more.toLocaleString('en')} more are required; the tab Inputs and outputs names them.
              </Note>
            )}
            {hasOptional && (
              <OptionalInputs
                variables={variables}
                added={added}
                onAdd={(input) => setAdded([...added, input])}
              />
            )}
          </Stack>
        </Section>
        <Section title="In your configuration">
          <CodeToCopy
            text={moduleCall(source, version, part.name, inputs, part.configurationAliases)}
            what="the module call"
          />
          <Text size="xs" c="dimmed" mt="xs">
            Then run <code>{cliName(cli)} init</code>. A text may also refer to something, such as{' '}
            <code>var.name</code>.
          </Text>
          {part.configurationAliases.length > 0 && (
            <Note>
              The module does not configure these providers itself: the call has to pass a configuration for
              each of {part.configurationAliases.join(', ')}. Put those of your own configuration on the
              right.
            </Note>
          )}
        </Section>
      </SimpleGrid>
      <Section title="Once for each machine">
        <Text size="sm" mb="xs">
          The CLI has to know a token{needsHostBlock(cli.publicUrl) && ', and where the registry is'}. This
          goes into <code>{configurationFile(cli)}</code>; put a token from{' '}
          <TextLink href={paths.tokens()}>My tokens</TextLink> in place of the dots.
        </Text>
        <CodeToCopy text={cliConfiguration(cli)} what="the configuration of the CLI" />
      </Section>
    </Stack>
  )
}

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
