'use client'

import { Alert, Button, Group, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { sortUserErrors, type UserError } from '../data/user-errors'
import { useHydrated } from '../ui/hydrated'
import { LinkButton } from '../ui/link-button'
import { useUnsavedChanges } from './leave-guard'

type Props<Values extends object> = {
  form: UseFormReturnType<Values>
  /** Whether the form has an input of this path, such as `archs.0.url`; by default one for each value. */
  hasInput?: (values: Values, path: string) => boolean
  submitLabel: string
  cancelPath: string
  /** Stands above the inputs. */
  notice?: ReactNode
  children: ReactNode
  /** Resolves to what was refused. A failure rejects and has been shown already. */
  onSubmit: (values: Values) => Promise<'saved' | readonly UserError[]>
}

/**
 * The form of a page. Refusals of the API appear under the input they speak of. The button waits for the scripts:
 * without them the browser would load the page anew, and what was typed would be lost.
 */
export function RecordForm<Values extends object>(props: Props<Values>) {
  const { form, hasInput = Object.hasOwn, onSubmit } = props
  const ready = useHydrated()
  const [pending, setPending] = useState(false)
  const [rest, setRest] = useState<readonly string[]>([])
  const { element, leadToFirstError } = useFirstError()
  useUnsavedChanges(form.isDirty())

  async function submit(values: Values) {
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
        {props.notice}
        {rest.length > 0 && (
          <Alert color="red" role="alert">
            {rest.join('. ')}
          </Alert>
        )}
        {props.children}
        <Group gap="xs">
          <Button type="submit" loading={pending} disabled={!ready}>
            {props.submitLabel}
          </Button>
          <LinkButton href={props.cancelPath} variant="default">
            Cancel
          </LinkButton>
        </Group>
      </Stack>
    </form>
  )
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
