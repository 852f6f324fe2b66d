'use client'

import { PasswordInput, Progress, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { passwordStrength } from './password-strength'

const colors = ['gray', 'red', 'orange', 'green', 'green'] as const

/** A password being chosen, and how good it is so far. */
export function NewPassword({ error }: { error: string | undefined }) {
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
