type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'> & {
  getModifierState: (name: string) => boolean
}

/** The text after a key; undefined for a key that types nothing and is left to the browser. */
export function typed(text: string, event: Key): string | undefined {
  const isChord = event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph'))
  if (isChord) return undefined
  if (event.key.length === 1) return text + event.key
  if (event.key === 'Backspace') return text.slice(0, -1)
  // It would press the button that has the focus still.
  return event.key === 'Enter' ? text : undefined
}

let stop: (() => string) | undefined

/** Keeps what is typed from now on, until the field that it is meant for has the focus. */
export function keepKeys(): void {
  if (stop) return
  let text = ''
  const onKey = (event: KeyboardEvent): void => {
    const next = typed(text, event)
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

/** What was typed meanwhile; from now on keys go where the focus is. */
export function takeKeys(): string {
  const text = stop?.() ?? ''
  stop = undefined
  return text
}
