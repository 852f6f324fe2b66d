'use client'

import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTyped } from './typed'

type Props = { label: string; value: string; onChange: (value: string) => void }

/** A text to look for. It is handed on once the typing pauses. */
export function SearchInput({ label, value, onChange }: Props) {
  const [text, change] = useTyped(value, onChange)
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
