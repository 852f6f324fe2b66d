/** What clients set and this platform only keeps, as GraphQL tells it. */
export type KeptSetting = { name: string; value?: unknown }

/** A name of attributes as words: `autoApply` and `auto-apply` are `Auto apply`. */
export function settingWords(name: string): string {
  const words = name
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll('-', ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Its value in words; a dash where there is none. */
export function settingText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.join(', ') || '–'
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, part]) => `${settingWords(name).toLowerCase()} ${settingText(part)}`)
      .join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) || '–' : '–'
}
