'use client'

import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { endpoints } from '../paths'
import { CodeField } from '../ui/code-field'
import { useHydrated } from '../ui/hydrated'
import { Problems } from '../ui/texts'
import { postCredentials, textsOf } from './credentials'

type Props = {
  /** Filled in beforehand. */
  login?: string
  /** Another way stands before it, which is what the eye goes to first. */
  isSecond?: boolean
  onSignedIn: (userId: string) => void
}

/** Name and password, and a code where a second factor is set up. The button waits for the scripts, which send it. */
export function SignInForm({ login, isSecond = false, onSignedIn }: Props) {
  const ready = useHydrated()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [challenge, setChallenge] = useState<string>()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setPending(true)
    setProblem(undefined)
    try {
      const answer =
        challenge === undefined
          ? await postCredentials(endpoints.signIn, textsOf(form))
          : await postCredentials(endpoints.signInVerify, { ...textsOf(form), challenge })
      if (answer.userId !== undefined) return onSignedIn(answer.userId)
      if (answer.challenge !== undefined) setChallenge(answer.challenge)
      // The first step is over, or was too long ago.
      if (answer.userErrors.some(({ field }) => field[0] === 'challenge')) setChallenge(undefined)
      setProblem(answer.userErrors.map(({ message }) => message).join(' ') || undefined)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setPending(false)
    form.querySelector<HTMLInputElement>('[name=password], [name=code]')?.select()
  }

  return (
    <form method="post" onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Problems texts={problem === undefined ? [] : [problem]} />
        {challenge === undefined ? <Credentials login={login} /> : <Code />}
        <Button
          type="submit"
          mt="xs"
          variant={isSecond ? 'default' : 'filled'}
          loading={pending}
          disabled={!ready}
        >
          {challenge === undefined ? 'Sign in' : 'Verify'}
        </Button>
        {challenge !== undefined && (
          <Button variant="subtle" onClick={() => setChallenge(undefined)}>
            Start again
          </Button>
        )}
      </Stack>
    </form>
  )
}

function Credentials({ login }: { login: string | undefined }) {
  return (
    <>
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
    </>
  )
}

function Code() {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return <CodeField ref={input} />
}
