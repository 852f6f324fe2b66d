'use client'

import { Alert, Button, PasswordInput, Progress, Stack, Text, TextInput } from '@mantine/core'
import { useId, useState, type SubmitEvent } from 'react'
import { sortUserErrors } from '../../../data/user-errors'
import { endpoints, paths } from '../../../paths'
import { postCredentials, textsOf } from '../../../shell/credentials'
import { passwordStrength } from './password-strength'

type Problems = { fields: Record<string, string>; rest: readonly string[] }

const inputs = new Set(['username', 'email', 'password'])
const none: Problems = { fields: {}, rest: [] }

export function SetUpForm({ token, onRefused }: { token: string; onRefused: () => void }) {
  const [pending, setPending] = useState(false)
  const [{ fields, rest }, setProblems] = useState(none)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setPending(true)
    try {
      const { userId, userErrors } = await postCredentials(endpoints.setUp, { ...textsOf(form), token })
      if (userId !== undefined) return window.location.assign(paths.overview())
      if (userErrors.some(({ code }) => code === 'NOT_FOUND')) return onRefused()
      const problems = sortUserErrors(userErrors, (path) => inputs.has(path))
      setProblems(problems)
      const [first] = Object.keys(problems.fields)
      if (first) form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    } catch (error) {
      setProblems({ fields: {}, rest: [error instanceof Error ? error.message : String(error)] })
    }
    setPending(false)
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        {rest.length > 0 && (
          <Alert color="red" role="alert">
            {rest.join(' ')}
          </Alert>
        )}
        <TextInput
          name="username"
          label="User name"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          error={fields['username']}
        />
        <TextInput
          name="email"
          type="email"
          label="E-mail"
          autoComplete="email"
          required
          withAsterisk={false}
          error={fields['email']}
        />
        <NewPassword error={fields['password']} />
        <Button type="submit" mt="xs" loading={pending}>
          Create administrator
        </Button>
      </Stack>
    </form>
  )
}

const colors = ['gray', 'red', 'orange', 'green', 'green'] as const

function NewPassword({ error }: { error: string | undefined }) {
  const [password, setPassword] = useState('')
  const { level, hint } = passwordStrength(password)
  const hintId = useId()
  return (
    <div>
      <PasswordInput
        name="password"
        label="Password"
        autoComplete="new-password"
        required
        withAsterisk={false}
        error={error}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        aria-describedby={hintId}
      />
      <Progress.Root size={4} mt={8} aria-hidden>
        <Progress.Section value={level * 25} color={colors[level]} />
      </Progress.Root>
      <Text id={hintId} size="xs" c="dimmed" mt={4} aria-live="polite">
        {hint}
      </Text>
    </div>
  )
}
