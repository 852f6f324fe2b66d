'use client'

import { TextInput } from '@mantine/core'
import { plainText } from '~/ui/plain-text'
import { useTyped } from '~/ui/typed'

type Props = {
  value: string
  /** What is wrong with the value, in whole sentences. */
  error: string | undefined
  onChange: (value: string) => void
}

/** A constraint being typed. It is handed on once the typing pauses. */
export function ConstraintField({ value, error, onChange }: Props) {
  const [text, change] = useTyped(value, onChange)
  return (
    <TextInput
      label="Constraint"
      description="Comma-separated conditions; all must be met."
      placeholder="~> 1.5, != 1.5.3"
      value={text}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      {...plainText}
      maxLength={500}
    />
  )
}
