'use client'

import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

type Props = { label: string; value: string; onChange: (value: string) => void }

/** A text to look for. It is handed on once the typing pauses. */
export function SearchInput({ label, value, onChange }: Props) {
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    // The value changed elsewhere, by the back button or by clearing all filters.
    setShown(value)
    if (text.trim() !== value) setText(value)
  }
  const handOn = useDebouncedCallback((next: string) => onChange(next.trim()), 250)
  const change = (next: string) => {
    setText(next)
    handOn(next)
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<IconSearch size={15} />}
      rightSection={
        text !== '' && <CloseButton size="sm" aria-label="Clear the search" onClick={() => change('')} />
      }
      styles={{ root: { flex: 1, minWidth: 0 } }}
      spellCheck={false}
    />
  )
}
