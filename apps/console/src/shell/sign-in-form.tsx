'use client'

import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'
import { endpoints } from '../paths'
import { useHydrated } from '../ui/hydrated'
import { postCredentials, textsOf } from './credentials'

type Props = {
  /** Filled in beforehand. */
  login?: string
  /** Another way stands before it, which is what the eye goes to first. */
  isSecond?: boolean
  onSignedIn: (userId: string) => void
}

/** Name and password. The button waits for the scripts, since only they can send the form safely. */
export function SignInForm({ login, isSecond = false, onSignedIn }: Props) {
  const ready = useHydrated()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setPending(true)
    setProblem(undefined)
    try {
      const { userId, userErrors } = await postCredentials(endpoints.signIn, textsOf(form))
      if (userId !== undefined) return onSignedIn(userId)
      setProblem(userErrors.map(({ message }) => message).join(' '))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setPending(false)
    form.querySelector<HTMLInputElement>('[name=password]')?.select()
  }

  return (
    <form method="post" onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        {problem !== undefined && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <TextInput
          name="login"
          label="User name or e-mail"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={login ?? ''}
          required
          withAsterisk={false}
          {...(login === undefined && { 'data-autofocus': true, autoFocus: true })}
        />
        <PasswordInput
          name="password"
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...(login !== undefined && { 'data-autofocus': true })}
        />
        <Button
          type="submit"
          mt="xs"
          variant={isSecond ? 'default' : 'filled'}
          loading={pending}
          disabled={!ready}
        >
          Sign in
        </Button>
      </Stack>
    </form>
  )
}
