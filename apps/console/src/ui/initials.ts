/** Colours of the theme whose text can be read on their own tint, in light and in dark. */
const colors = ['harbor', 'green', 'orange', 'violet', 'yellow', 'grape', 'pink', 'cyan'] as const

/** One or two letters for a name: those its first two words begin with, else its first two. */
export function initialsOf(name: string): string {
  const [first = '', second] = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const letters = [...first]
  return `${letters[0] ?? ''}${(second === undefined ? letters[1] : [...second][0]) ?? ''}`.toUpperCase()
}

/** Always the same for a name. */
export function colorOf(name: string): (typeof colors)[number] {
  const sum = [...name].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7)
  return colors[sum % colors.length] ?? 'harbor'
}
