'use client'

import { Alert, Button, Group, Paper, Stack, Switch, Textarea, TextInput, Title } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { sortUserErrors, type UserError } from '../../../../data/user-errors'
import { useUnsavedChanges } from '../../../../shell/leave-guard'
import { useHydrated } from '../../../../ui/hydrated'
import { LinkButton } from '../../../../ui/link-button'
import { ArchivesFields } from './archives-fields'
import type { EngineVersionFormApi } from './use-form'
import type { FormValues } from './values'

type Props = {
  form: EngineVersionFormApi
  submitLabel: string
  cancelPath: string
  versionHint?: string
  /** Stands above the inputs. */
  notice?: ReactNode
  /** Resolves to what was refused. A failure rejects and has been told already. */
  onSubmit: (values: FormValues) => Promise<'saved' | readonly UserError[]>
}

/**
 * All inputs of an engine version. Refusals of the API appear under the input they speak of. The button waits for the
 * scripts: without them the browser would load the page anew, and what was typed would be lost.
 */
export function EngineVersionForm({ form, submitLabel, cancelPath, versionHint, notice, onSubmit }: Props) {
  const ready = useHydrated()
  const [pending, setPending] = useState(false)
  const [rest, setRest] = useState<readonly string[]>([])
  const { element, leadToFirstError } = useFirstError()
  useUnsavedChanges(form.isDirty())

  async function submit(values: FormValues) {
    setPending(true)
    setRest([])
    try {
      const outcome = await onSubmit(values)
      if (outcome === 'saved') return
      const problems = sortUserErrors(outcome, (path) => hasInput(values, path))
      form.setErrors(problems.fields)
      setRest(problems.rest)
      leadToFirstError()
    } catch {
      setRest(['Nothing was saved.'])
      leadToFirstError()
    }
    setPending(false)
  }

  return (
    <form ref={element} onSubmit={form.onSubmit(submit, leadToFirstError)} noValidate>
      <Stack gap="md" maw={720}>
        {notice}
        {rest.length > 0 && (
          <Alert color="red" role="alert">
            {rest.join('. ')}
          </Alert>
        )}
        <Section title="Version">
          <TextInput
            label="Version number"
            description={versionHint ?? 'N.N.N or N.N.N-suffix, such as 1.9.0 or 1.9.0-beta1'}
            maw={320}
            spellCheck={false}
            autoComplete="off"
            {...form.getInputProps('version')}
          />
        </Section>
        <Section title="Archives">
          <ArchivesFields form={form} />
        </Section>
        <Section title="State">
          <Switches form={form} />
        </Section>
        <Group gap="xs">
          <Button type="submit" loading={pending} disabled={!ready}>
            {submitLabel}
          </Button>
          <LinkButton href={cancelPath} variant="default">
            Cancel
          </LinkButton>
        </Group>
      </Stack>
    </form>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" p="md">
      <Title order={2} mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  )
}

function Switches({ form }: { form: EngineVersionFormApi }) {
  const on = (name: keyof FormValues) => form.getInputProps(name, { type: 'checkbox' })
  return (
    <Stack gap="sm">
      <Switch label="Enabled" description="People may choose it." {...on('enabled')} />
      <Switch label="Official" description="An official release. It cannot be deleted." {...on('official')} />
      <Switch
        label="Beta"
        description="A pre-release, for organizations that may use beta tools."
        {...on('beta')}
      />
      <Switch
        label="Deprecated"
        description="It keeps working, and people are told to move on."
        {...on('deprecated')}
      />
      {form.getValues().deprecated && (
        <Textarea
          label="Reason for the deprecation"
          description="Shown to everybody who uses this version."
          autosize
          minRows={2}
          {...form.getInputProps('deprecatedReason')}
        />
      )}
    </Stack>
  )
}

function hasInput(values: FormValues, path: string): boolean {
  const [name = '', index, part] = path.split('.')
  if (name !== 'archs') return Object.hasOwn(values, name) && index === undefined
  const archive = values.archs[Number(index)]
  return archive !== undefined && Object.hasOwn(archive, part ?? '')
}

/** A refused form leads the eye and the keyboard to the first input that has to change, or else to what it says. */
function useFirstError() {
  const element = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals === 0) return
    const input = element.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (input) input.focus()
    else element.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'center' })
  }, [refusals])
  return { element, leadToFirstError: () => setRefusals((count) => count + 1) }
}
