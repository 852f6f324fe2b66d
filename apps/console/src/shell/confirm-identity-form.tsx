'use client'

import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { graphql } from '../data/generated'
import { request } from '../data/request'
import { sortUserErrors, type UserError } from '../data/user-errors'
import { CodeField } from '../ui/code-field'
import { PasswordField } from '../ui/password-field'
import { Problems } from '../ui/texts'
import { textsOf } from './credentials'

const SessionReauthenticate = graphql(`
  mutation SessionReauthenticate($input: SessionReauthenticateInput!) {
    sessionReauthenticate(input: $input) {
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

/** Of what can have the focus: dialogs below take no Escape from it. */
export const keepsEscape = { 'data-mantine-stop-propagation': 'true' } as const

type Props = { asksCode: boolean; onConfirmed: () => void; onCancel: () => void }

/** The password, and a code where the second factor is on. */
export function ConfirmIdentityForm({ asksCode, onConfirmed, onCancel }: Props) {
  const element = useRef<HTMLFormElement>(null)
  // It comes a little after the dialog has taken the focus.
  useEffect(() => element.current?.querySelector('input')?.focus(), [])
  const [pending, setPending] = useState(false)
  const [{ fields, rest }, setProblems] = useState(sortUserErrors([], () => false))

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    // The dialog may lie over a form, to which its events bubble.
    event.stopPropagation()
    event.preventDefault()
    const texts = textsOf(event.currentTarget)
    setPending(true)
    const userErrors = await prove(texts)
    setPending(false)
    if (userErrors.length === 0) return onConfirmed()
    setProblems(sortUserErrors(userErrors, (path) => path in texts))
    const wrong = userErrors.some(({ field }) => field[0] === 'code') ? 'code' : 'currentPassword'
    element.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.select()
  }

  return (
    <form ref={element} method="post" onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Problems texts={rest} />
        <PasswordField
          name="currentPassword"
          label="Current password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          error={fields['currentPassword']}
          visibilityToggleButtonProps={keepsEscape}
          {...keepsEscape}
        />
        {asksCode && <CodeField error={fields['code']} {...keepsEscape} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel} {...keepsEscape}>
            Cancel
          </Button>
          <Button type="submit" loading={pending} {...keepsEscape}>
            Confirm
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A failure reads like a refusal of the whole. */
async function prove({ currentPassword = '', code }: Record<string, string>): Promise<readonly UserError[]> {
  try {
    const input = { currentPassword, ...(code !== undefined && { code }) }
    return (await request(SessionReauthenticate, { input })).sessionReauthenticate.userErrors
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return [{ field: [], code: 'INVALID', message }]
  }
}
