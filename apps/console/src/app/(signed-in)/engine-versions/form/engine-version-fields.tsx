'use client'

import { Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { plainText } from '~/ui/plain-text'
import type { UseFormReturnType } from '@mantine/form'
import { Section } from '~/ui/section'
import { ArchivesFields } from './archives-fields'
import { PasteChecksums } from './paste-checksums'
import type { FormValues } from './values'

type Props = { form: UseFormReturnType<FormValues>; versionHint?: string | undefined }

/** All inputs of an engine version. */
export function EngineVersionFields({ form, versionHint }: Props) {
  return (
    <>
      <Section title="Version">
        <TextInput
          label="Version number"
          description={versionHint ?? 'N.N.N or N.N.N-suffix, such as 1.9.0 or 1.9.0-beta1'}
          maw={320}
          {...plainText}
          {...form.getInputProps('version')}
        />
      </Section>
      <Section title="Archives">
        <PasteChecksums form={form} />
        <ArchivesFields form={form} />
      </Section>
      <Section title="State">
        <Switches form={form} />
      </Section>
    </>
  )
}

function Switches({ form }: { form: UseFormReturnType<FormValues> }) {
  const on = (name: keyof FormValues) => form.getInputProps(name, { type: 'checkbox' })
  return (
    <Stack gap="sm">
      <Switch label="Enabled" description="Can be selected in workspaces." {...on('enabled')} />
      <Switch label="Official" description="An official release; it cannot be deleted." {...on('official')} />
      <Switch
        label="Beta"
        description="A pre-release, for organizations that may use beta tools."
        {...on('beta')}
      />
      <Switch
        label="Deprecated"
        description="Keeps working; users are asked to upgrade."
        {...on('deprecated')}
      />
      {form.getValues().deprecated && (
        <Textarea
          label="Reason for the deprecation"
          description="Shown to all who use this version."
          autosize
          minRows={2}
          {...form.getInputProps('deprecatedReason')}
        />
      )}
    </Stack>
  )
}

/** Whether the form has an input of this path. */
export function hasInput(values: FormValues, path: string): boolean {
  const [name = '', index, part] = path.split('.')
  if (name !== 'archs') return Object.hasOwn(values, name) && index === undefined
  const archive = values.archs[Number(index)]
  return archive !== undefined && Object.hasOwn(archive, part ?? '')
}
