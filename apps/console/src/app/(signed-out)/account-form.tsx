'use client'

import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'
import { sortUserErrors } from '~/data/user-errors'
import { paths } from '~/paths'
import { postCredentials, textsOf } from '~/shell/credentials'
import { useHydrated } from '~/ui/hydrated'
import { LinkButton } from '~/ui/links'
import { NewPassword } from '~/ui/new-password'
import { Problems } from '~/ui/texts'

const inputs = {
  username: { label: 'User name', autoComplete: 'username', autoCapitalize: 'none', spellCheck: false },
  email: { label: 'E-mail', autoComplete: 'email', type: 'email' },
} as const

type Props = {
  endpoint: string
  /** The token of the link; sent along. */
  token: string
  /** Inputs in addition to a password. */
  ask: readonly (keyof typeof inputs)[]
  submitLabel: string
  /** Checkbox next to the password, with its name; ticked until the person unticks it. */
  choice?: { name: string; label: string; description: string } | undefined
  /** The link is not good. */
  onRefused: () => void
}

/** Sets a password by a one-time link, and leads the one who has it to the overview, signed in. */
export function AccountForm({ endpoint, token, ask, submitLabel, choice, onRefused }: Props) {
  const ready = useHydrated()
  const [pending, setPending] = useState(false)
  const [made, setMade] = useState(false)
  const [password, setPassword] = useState('')
  const [{ fields, rest }, setProblems] = useState(sortUserErrors([], () => false))

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setPending(true)
    try {
      const { userId, made, userErrors } = await postCredentials(endpoint, { ...textsOf(form), token })
      if (userId !== undefined) return window.location.assign(paths.overview())
      if (made) return setMade(true)
      if (userErrors.some(({ code }) => code === 'NOT_FOUND')) return onRefused()
      const problems = sortUserErrors(
        userErrors,
        (path) => path === 'password' || ask.some((name) => name === path),
      )
      setProblems(problems)
      const [first] = Object.keys(problems.fields)
      if (first) form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    } catch (error) {
      setProblems({ fields: {}, rest: [error instanceof Error ? error.message : String(error)] })
    }
    setPending(false)
  }

  if (made) return <SignInNow />
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Problems texts={rest} />
        {ask.map((name) => (
          <TextInput
            key={name}
            name={name}
            {...inputs[name]}
            required
            withAsterisk={false}
            error={fields[name]}
          />
        ))}
        <NewPassword
          name="password"
          label="Password"
          error={fields['password']}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {choice && <Checkbox {...choice} value="yes" defaultChecked />}
        <Button type="submit" mt="xs" loading={pending} disabled={!ready}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  )
}

/** Link to sign in when that failed at once, for want of a second factor for example. */
const SignInNow = () => (
  <Stack gap="sm" role="status">
    <Text size="sm">Your password is set. Sign in with it.</Text>
    <LinkButton href={paths.signIn()}>Sign in</LinkButton>
  </Stack>
)
