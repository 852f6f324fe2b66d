/** Escapes `%`, `_` and the backslash, so that they match themselves in a LIKE pattern. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
