/** `string`, `list of string`, `map of number`, `object`. */
export function typeText(type: unknown): string {
  if (typeof type === 'string') return type
  if (!Array.isArray(type)) return 'dynamic'
  const [kind, inner] = type as readonly unknown[]
  if (kind === 'list' || kind === 'set' || kind === 'map') return `${kind} of ${typeText(inner)}`
  return String(kind)
}

/** Of a value as JSON: a text as it is, anything else in one line, with every digit. */
export const valueText = (value: string): string =>
  value.startsWith('"')
    ? String(JSON.parse(value))
    : value.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, (_, text?: string) => text ?? ' ')
