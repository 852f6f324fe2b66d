'use client'

import { IconSearch, IconX } from '@tabler/icons-react'
import { useDebouncedText } from '../use-debounced-text'
import classes from './search-input.module.css'

type Props = { label: string; value: string; onChange: (value: string) => void }

/** A text to look for. It is handed on once the typing pauses. */
export function SearchInput({ label, value, onChange }: Props) {
  const [text, change] = useDebouncedText(value, onChange)
  return (
    <div className={classes['field']}>
      <IconSearch size={15} aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        spellCheck={false}
      />
      {text !== '' && (
        <button type="button" aria-label="Clear the search" onClick={() => change('')}>
          <IconX size={15} aria-hidden />
        </button>
      )}
    </div>
  )
}
