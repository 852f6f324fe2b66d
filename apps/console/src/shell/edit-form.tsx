'use client'

import { Alert, Button, Stack, Text } from '@mantine/core'
import { type FormValidateInput, useForm, type UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { mergeValues } from '../data/merge'
import { RecordForm, type Saved } from './record-form'
import { isRefused, type Outcome } from './submission'

type Props<Values extends object, Facts> = {
  /** Kind of the object, such as `team`. */
  thing: string
  labels: Readonly<Record<keyof Values, string>>
  /** Values that the form starts with. */
  found: Facts
  valuesOf: (facts: Facts) => Values
  validate?: FormValidateInput<Values>
  /** Predicate as in `useSubmission`. */
  hasInput?: (values: Values, path: string) => boolean
  submitLabel: string
  cancelPath: string
  /** Stands above the inputs. */
  notice?: (base: Facts) => ReactNode
  /** Sends what was changed against what was read. */
  save: (base: Facts, values: Values) => Promise<Outcome<Saved>>
  /** Reloads the object; null if it was deleted. */
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

type StaleNoticeProps<Values extends object, Facts> = Pick<
  Props<Values, Facts>,
  'thing' | 'labels' | 'valuesOf' | 'load'
> & {
  form: UseFormReturnType<Values>
  /** Values that this form started with. */
  base: Facts
  /** The API has just said that it is not the newest. */
  stale: boolean
  onLoaded: (theirs: Facts) => void
}

/** The notice of another user's change: brings it in around what is typed here. */
function StaleNotice<Values extends object, Facts>(props: StaleNoticeProps<Values, Facts>) {
  const { form, thing, labels, base, valuesOf, stale, onLoaded } = props
  const [both, setBoth] = useState<(keyof Values)[]>()
  const load = useMutation({
    mutationFn: props.load,
    onSuccess: (theirs) => {
      if (theirs === null) return
      const merged = mergeValues(valuesOf(base), form.getValues(), valuesOf(theirs))
      form.setInitialValues(valuesOf(theirs))
      form.setValues(merged.values)
      setBoth(merged.both)
      onLoaded(theirs)
    },
  })

  if (stale)
    return (
      <Alert color="yellow" title={`This ${thing} was changed by another user`} role="alert">
        <Stack gap="sm" align="flex-start">
          <Text size="sm">
            {load.data === null
              ? 'It has been deleted since you opened this page.'
              : 'It was changed since you opened this page. Nothing of yours is saved yet, and nothing is lost.'}
          </Text>
          <Button size="xs" variant="default" loading={load.isPending} onClick={() => load.mutate()}>
            Load their changes and keep mine
          </Button>
        </Stack>
      </Alert>
    )
  if (both === undefined) return null
  return (
    <Alert color="harbor" title="Their changes are loaded" role="status">
      {both.length === 0
        ? 'What you typed is still here. Save when you are ready.'
        : `You both changed: ${both.map((name) => labels[name]).join(', ')}. Your value is shown; check it before you save.`}
    </Alert>
  )
}
