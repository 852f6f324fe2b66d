'use client'

import { Group, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { ActionButton } from '../ui/action-button'
import { useHydrated } from '../ui/hydrated'
import { LinkButton } from '../ui/links'
import { Problems } from '../ui/texts'
import { toastDone } from '../ui/feedback/toast'
import { useUnsavedChanges } from './leave-guard'
import { useSubmission, type Outcome } from './submission'

/** Message after saving, and the page to open next. */
export type Saved = { done: string; path: string }

type Props<Values extends object> = {
  form: UseFormReturnType<Values>
  /** Predicate as in `useSubmission`. */
  hasInput?: ((values: Values, path: string) => boolean) | undefined
  submitLabel: string
  /** Reason why nothing can be saved now, whatever is typed. */
  disabledReason?: string | undefined
  cancelPath: string
  /** Stands above the inputs. */
  notice?: ReactNode
  children: ReactNode
  onSubmit: (values: Values) => Promise<Outcome<Saved>>
}

/** The form of a page. Its button waits for the scripts, without which what was typed would be lost. */
export function RecordForm<Values extends object>(props: Props<Values>) {
  const { form, hasInput, onSubmit } = props
  const ready = useHydrated()
  const leave = useUnsavedChanges(form.isDirty(), true)
  const onSaved = ({ done, path }: Saved) => {
    form.resetDirty()
    toastDone(done)
    leave(path)
  }
  const { element, send, pending, problems } = useSubmission(form, { hasInput, onSubmit, onSaved })

  return (
    <form ref={element} onSubmit={send} noValidate>
      <Stack gap="md" maw="var(--console-form, 45rem)">
        {props.notice}
        <Problems texts={problems} />
        {props.children}
        <Group gap="xs">
          <ActionButton
            type="submit"
            loading={pending}
            disabled={!ready}
            disabledReason={props.disabledReason}
          >
            {props.submitLabel}
          </ActionButton>
          <LinkButton href={props.cancelPath} variant="default">
            Cancel
          </LinkButton>
        </Group>
      </Stack>
    </form>
  )
}
