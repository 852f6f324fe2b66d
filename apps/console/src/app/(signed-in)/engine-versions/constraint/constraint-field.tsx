'use client'

import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

type Props = {
  value: string
  /** What is wrong with the value, in whole sentences. */
  error: string | undefined
  onChange: (value: string) => void
}

/** A constraint being typed. It is handed on once the typing pauses. */
export function ConstraintField({ value, error, onChange }: Props) {
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    // It changed elsewhere, by the back button or an example.
    setShown(value)
    if (text.trim() !== value) setText(value)
  }
  const handOn = useDebouncedCallback((next: string) => onChange(next.trim()), 250)
  return (
    <TextInput
      label="Constraint"
      description="Conditions between commas, all of which have to hold."
      placeholder="~> 1.5, != 1.5.3"
      value={text}
      error={error}
      onChange={(event) => {
        setText(event.currentTarget.value)
        handOn(event.currentTarget.value)
      }}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      maxLength={500}
    />
  )
}
