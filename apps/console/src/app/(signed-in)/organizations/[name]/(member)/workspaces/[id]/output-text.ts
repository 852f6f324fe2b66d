/** `string`, `list of string`, `map of number`, `object`. */
export function typeText(type: unknown): string {
  if (typeof type === 'string') return type
  if (!Array.isArray(type)) return 'dynamic'
  const [kind, inner] = type as readonly unknown[]
  if (kind === 'list' || kind === 'set' || kind === 'map') return `${kind} of ${typeText(inner)}`
  return String(kind)
}

/** A text as it is, anything else as JSON. */
export const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 1).replaceAll(/\s+/g, ' ')
