'use client'

import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { sortUserErrors, type UserError } from '~/data/user-errors'
import { CodeField } from '~/ui/code-field'
import { useHydrated } from '~/ui/hydrated'
import { PasswordField } from '~/ui/password-field'
import { Problems } from '~/ui/texts'

type Props = {
  /** The name of the input that it is about. */
  field: 'currentPassword' | 'code'
  label: string
  description?: string
  submitLabel: string
  isDanger?: boolean
  /** It takes the place of what had the focus. */
  takesFocus?: boolean
  /** A code beside the password, where the second factor is on. */
  asksCode?: boolean
  /** Resolves to what was refused; a failure rejects and has been shown already. */
  onSubmit: (text: string, code: string) => Promise<readonly UserError[]>
}

/** A password or a code, or both, and what they let the reader do. */
export function ProofForm({
  field,
  label,
  description,
  submitLabel,
  isDanger = false,
  takesFocus = false,
  asksCode = false,
  onSubmit,
}: Props) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus()
  }, [takesFocus])
  const ready = useHydrated()
  const [text, setText] = useState('')
  const [code, setCode] = useState('')
  const [pending, setPending] = useState(false)
  const [{ fields, rest }, setProblems] = useState(sortUserErrors([], () => false))

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setPending(true)
    const refused = await onSubmit(text, code).catch((): readonly UserError[] => [])
    setProblems(sortUserErrors(refused, (path) => path === field || (asksCode && path === 'code')))
    setPending(false)
    setText('')
    setCode('')
    if (refused.length > 0) form.current?.querySelector('input')?.focus()
  }

  const props = {
    label,
    description,
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
    error: fields[field],
    required: true,
    withAsterisk: false,
    maw: 420,
  }
  return (
    <form ref={form} method="post" onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Problems texts={rest} />
        {field === 'code' ? (
          <TextInput {...props} autoComplete="one-time-code" inputMode="numeric" spellCheck={false} />
        ) : (
          <PasswordField {...props} autoComplete="current-password" />
        )}
        {asksCode && (
          <CodeField
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={fields['code']}
            maw={420}
          />
        )}
        <Group>
          <Button
            type="submit"
            loading={pending}
            disabled={!ready}
            {...(isDanger && { color: 'red', variant: 'light' })}
          >
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
