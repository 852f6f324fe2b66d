type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'> & {
  getModifierState: (name: string) => boolean
}

/** The text after a key; undefined for a key that types nothing and is left to the browser. */
export function textAfter(text: string, event: Key): string | undefined {
  const isChord = event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph'))
  if (isChord) return undefined
  if (event.key.length === 1) return text + event.key
  if (event.key === 'Backspace') return text.slice(0, -1)
  // It would press the button that has the focus still.
  return event.key === 'Enter' ? text : undefined
}

let stop: (() => string) | undefined

/** Buffers typed text from now on, until the field that it is meant for has the focus. */
export function bufferKeys(): void {
  if (stop) return
  let text = ''
  const onKey = (event: KeyboardEvent): void => {
    const next = textAfter(text, event)
    if (next === undefined) return
    text = next
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', onKey, true)
  stop = () => {
    window.removeEventListener('keydown', onKey, true)
    return text
  }
}

/** Returns the buffered text; from now on keys go to the focused element. */
export function takeBufferedKeys(): string {
  const text = stop?.() ?? ''
  stop = undefined
  return text
}
