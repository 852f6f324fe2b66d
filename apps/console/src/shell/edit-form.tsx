'use client'

import { useForm, type FormValidateInput, type UseFormReturnType } from '@mantine/form'
import { useState, type ReactNode } from 'react'
import { RecordForm, type Saved } from './record-form'
import { StaleNotice } from './stale-notice'
import { isRefused, type Outcome } from './submission'

type Props<Values extends object, Facts> = {
  /** Such as `team`. */
  thing: string
  labels: Readonly<Record<keyof Values, string>>
  /** What the form is filled with. */
  found: Facts
  valuesOf: (facts: Facts) => Values
  validate?: FormValidateInput<Values>
  /** As in `useSubmission`. */
  hasInput?: (values: Values, path: string) => boolean
  submitLabel: string
  cancelPath: string
  /** Stands above the inputs. */
  notice?: (base: Facts) => ReactNode
  /** Sends what was changed against what was read. */
  save: (base: Facts, values: Values) => Promise<Outcome<Saved>>
  /** Reads it anew; null when it is gone. */
  load: () => Promise<Facts | null>
  children: (form: UseFormReturnType<Values>, base: Facts) => ReactNode
}

/** The form that changes a thing, in which two people do not undo each other's work. */
export function EditForm<Values extends object, Facts>(props: Props<Values, Facts>) {
  const { thing, labels, found, valuesOf, validate, notice, save, load } = props
  const [base, setBase] = useState(found)
  const [stale, setStale] = useState(false)
  const form = useForm<Values>({ initialValues: valuesOf(found), ...(validate && { validate }) })

  async function submit(values: Values) {
    const outcome = await save(base, values)
    if (!isRefused(outcome)) return outcome
    setStale(outcome.some(({ code }) => code === 'STALE'))
    return outcome.filter(({ code }) => code !== 'STALE')
  }

  return (
    <RecordForm
      form={form}
      hasInput={props.hasInput}
      submitLabel={props.submitLabel}
      cancelPath={props.cancelPath}
      notice={
        <>
          {notice?.(base)}
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
        </>
      }
      onSubmit={submit}
    >
      {props.children(form, base)}
    </RecordForm>
  )
}
