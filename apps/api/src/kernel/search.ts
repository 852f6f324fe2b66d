/** Makes `%`, `_` and the backslash match themselves in a LIKE pattern. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
