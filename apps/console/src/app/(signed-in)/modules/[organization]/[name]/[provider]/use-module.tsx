'use client'

import { Anchor, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import Link from 'next/link'
import { useState } from 'react'
import { paths } from '../../../../../../paths'
import { CodeToCopy } from '../../../../../../ui/code-to-copy'
import { Section } from '../../../../../../ui/section'
import type { FoundModule, ShownPart } from './queries'
import {
  cliConfiguration,
  cliName,
  configurationFile,
  moduleCall,
  needsHostBlock,
  sourceOf,
  type CliFacts,
} from './snippet'

type Props = { module: FoundModule; version: string; part: ShownPart; cli: CliFacts }

/** The call of the module with its inputs filled in, and what the CLI has to be told once. */
export function UseModule({ module, version, part, cli }: Props) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [added, setAdded] = useState<readonly string[]>([])
  const shown = part.inputs.filter(({ name, required }) => required || added.includes(name))
  const others = part.inputs.filter((input) => !shown.includes(input)).map(({ name }) => name)
  const source = `${sourceOf(cli, module)}${part.path === '' ? '' : `//${part.path}`}`
  const inputs = shown.map(({ name, type }) => ({ name, type, typed: typed[name] ?? '' }))
  const fill = (name: string, text: string) => setTyped((before) => ({ ...before, [name]: text }))

  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Section title="Inputs to fill in">
          <Stack gap="sm">
            {shown.length === 0 && (
              <Text size="sm" c="dimmed">
                {part.inputs.length === 0 ? 'It takes no inputs.' : 'No input is required.'}
              </Text>
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
            {others.length > 0 && (
              <Select
                label="Add an optional input"
                placeholder="Search inputs"
                data={others}
                value={null}
                searchable
                onChange={(name) => name !== null && setAdded([...added, name])}
                nothingFoundMessage="No other input"
              />
            )}
          </Stack>
        </Section>
        <Section title="In your configuration">
          <CodeToCopy text={moduleCall(source, version, part.name, inputs)} what="the module call" />
          <Text size="xs" c="dimmed" mt="xs">
            Then run <code>{cliName(cli)} init</code>. A text may also refer to something, such as{' '}
            <code>var.name</code>.
          </Text>
        </Section>
      </SimpleGrid>
      <Section title="Once for each machine">
        <Text size="sm" mb="xs">
          The CLI has to know a token{needsHostBlock(cli) && ', and where the registry is'}. This goes into{' '}
          <code>{configurationFile(cli)}</code>; put a token from{' '}
          <Anchor component={Link} href={paths.tokens()} inherit underline="always">
            My tokens
          </Anchor>{' '}
          in place of the dots.
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
