/**
 * Text within `most` characters (UTF-16 units), without half a character at the end; `…` says that there was
 * more.
 */
export function shortText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
