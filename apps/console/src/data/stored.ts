/** The text that this browser stores under a key; null where there is none, or where it refuses to store anything. */
export function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or removes it if null. A text that a browser refuses to store is lost with the page. */
export function storeText(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // The value then lasts until the page is reloaded.
  }
}

/** Returns the valid entries of a stored JSON list: another version of the console may have stored it. */
export function entriesOf<Entry>(text: string | null, isEntry: (value: unknown) => value is Entry): Entry[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(isEntry) : []
  } catch {
    return []
  }
}
