'use client'

import { useForm, type FormValidateInput, type UseFormReturnType } from '@mantine/form'
import { useState, type ReactNode } from 'react'
import type { UserError } from '../data/user-errors'
import { RecordForm } from './record-form'
import { StaleNotice } from './stale-notice'

type Props<Values extends object, Facts> = {
  /** Such as `team`. */
  thing: string
  labels: Readonly<Record<keyof Values, string>>
  /** What the form is filled with. */
  found: Facts
  valuesOf: (facts: Facts) => Values
  validate?: FormValidateInput<Values>
  /** As in `RecordForm`. */
  hasInput?: (values: Values, path: string) => boolean
  submitLabel: string
  cancelPath: string
  /** Sends what was changed against what was read. Resolves to what was refused; nothing when it is saved. */
  save: (base: Facts, values: Values) => Promise<readonly UserError[]>
  onSaved: (values: Values) => void
  /** Reads it anew; null when it is gone. */
  load: () => Promise<Facts | null>
  children: (form: UseFormReturnType<Values>, base: Facts) => ReactNode
}

/** The form that changes a thing, in which two people do not undo each other's work. */
export function EditForm<Values extends object, Facts>(props: Props<Values, Facts>) {
  const { thing, labels, found, valuesOf, validate, hasInput, save, onSaved, load } = props
  const [base, setBase] = useState(found)
  const [stale, setStale] = useState(false)
  const form = useForm<Values>({ initialValues: valuesOf(found), ...(validate && { validate }) })

  async function submit(values: Values) {
    const userErrors = await save(base, values)
    if (userErrors.length === 0) {
      form.resetDirty()
      onSaved(values)
      return 'saved'
    }
    setStale(userErrors.some(({ code }) => code === 'STALE'))
    return userErrors.filter(({ code }) => code !== 'STALE')
  }

  return (
    <RecordForm
      form={form}
      {...(hasInput && { hasInput })}
      submitLabel={props.submitLabel}
      cancelPath={props.cancelPath}
      notice={
        <StaleNotice
          form={form}
          thing={thing}
          labels={labels}
          base={base}
          valuesOf={valuesOf}
          stale={stale}
          load={load}
          onLoaded={(theirs) => (setBase(() => theirs), setStale(false))}
        />
      }
      onSubmit={submit}
    >
      {props.children(form, base)}
    </RecordForm>
  )
}
