'use client'

import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useNavigationTarget } from './navigation'

/** A text being typed, and how it is changed. It is handed on, without blanks around it, once the typing pauses. */
export function useDebouncedText(
  value: string,
  onChange: (value: string) => void,
): readonly [text: string, change: (next: string) => void] {
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    // The value was changed by the back button or by a link.
    setShown(value)
    if (text.trim() !== value) setText(value)
  }
  const target = useNavigationTarget()
  const handOn = useDebouncedCallback((next: string) => {
    // Who leaves the page stays gone: a change of the address would call the navigation back.
    if (target === undefined) onChange(next.trim())
  }, 250)
  const change = (next: string): void => {
    setText(next)
    handOn(next)
  }
  return [text, change]
}
