'use client'

import { Progress, type PasswordInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { PasswordField } from './password-field'
import { passwordStrength, type Strength } from './password-strength'

const colors = ['gray', 'red', 'orange', 'green', 'green'] as const

type Props = Omit<PasswordInputProps, 'value'> & { value: string }

const withBar = (level: Strength['level']) => (input: ReactNode) => (
  <>
    {input}
    <Progress.Root size={4} mt={8} mb={5} aria-hidden>
      <Progress.Section value={level * 25} color={colors[level]} />
    </Progress.Root>
  </>
)

/** Strength shown after a refusal by the API: it knows more than the length. */
const refused: Strength = { level: 1, hint: 'A few words that do not belong together are best.' }

/** A password being chosen, and how good it is so far. */
export function NewPassword(props: Props) {
  const { level, hint } = props.error ? refused : passwordStrength(props.value)
  return (
    <PasswordField
      autoComplete="new-password"
      required
      withAsterisk={false}
      description={hint}
      descriptionProps={{ 'aria-live': 'polite' }}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      inputContainer={withBar(level)}
      {...props}
    />
  )
}
