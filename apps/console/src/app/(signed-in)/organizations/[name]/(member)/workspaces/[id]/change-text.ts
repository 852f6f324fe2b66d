/** How many of something differ between two states. */
export type ChangeCounts = { added: number; changed: number; removed: number }

/** `2 added, 1 changed`. */
export function changeText({ added, changed, removed }: ChangeCounts): string {
  const parts = Object.entries({ added, changed, removed }).filter(([, number]) => number > 0)
  return parts.map(([word, number]) => `${number.toLocaleString('en')} ${word}`).join(', ') || 'No changes'
}
