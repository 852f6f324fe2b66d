import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { sortUserErrors, type UserError } from '../data/user-errors'

/** Outcome of a sent form: its errors, or what was saved. */
export type Outcome<Saved> = readonly UserError[] | Saved

type Options<Values, Saved> = {
  /**
   * Tells whether the form has an input for this path, such as `archs.0.url`; by default each value has one.
   */
  hasInput?: ((values: Values, path: string) => boolean) | undefined
  /** Resolves to what was refused. A failure rejects and has been shown already. */
  onSubmit: (values: Values) => Promise<Outcome<Saved>>
  onSaved: (saved: Saved) => void
}

export const isRefused = <Saved extends object>(outcome: Outcome<Saved>): outcome is readonly UserError[] =>
  Array.isArray(outcome)

/** Sends a form. Refusals of the API appear under the input they speak of, the rest is for above all inputs. */
export function useSubmission<Values extends object, Saved extends object>(
  form: UseFormReturnType<Values>,
  { hasInput = Object.hasOwn, onSubmit, onSaved }: Options<Values, Saved>,
) {
  const [pending, setPending] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  const { element, leadToFirstError } = useFirstError()

  async function submit(values: Values) {
    setPending(true)
    setProblems([])
    try {
      const outcome = await onSubmit(values)
      if (!isRefused(outcome)) return onSaved(outcome)
      const { fields, rest } = sortUserErrors(outcome, (path) => hasInput(values, path))
      form.setErrors(fields)
      setProblems(rest)
    } catch {
      setProblems(['Nothing was saved.'])
    }
    leadToFirstError()
    setPending(false)
  }

  return { element, send: form.onSubmit(submit, leadToFirstError), pending, problems }
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
