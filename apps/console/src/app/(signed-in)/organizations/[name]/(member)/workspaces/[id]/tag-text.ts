export type Tag = { readonly key: string; readonly value: string | null }

export const tagText = ({ key, value }: Tag): string => (value === null ? key : `${key}=${value}`)

/**
 * One tag a line: a key, or a key with its value behind the first `=`. Of two with one key the last counts. A line that
 * stands as one of `before` is that tag: clients may have put a `=` into a key.
 */
export function tagsIn(text: string, before: readonly Tag[]): readonly Tag[] {
  const known = new Map(before.map((tag) => [tagText(tag), tag]))
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  const tags = lines.map((line): Tag => {
    const same = known.get(line)
    if (same) return same
    const [key = '', ...rest] = line.split('=')
    return { key: key.trim(), value: rest.join('=').trim() || null }
  })
  return [...new Map(tags.map((tag) => [tag.key, tag])).values()]
}

const longestKey = 128
const keyForm = /^[A-Za-z0-9][A-Za-z0-9 _.:/@=+-]*$/
const valueForm = /^[A-Za-z0-9][A-Za-z0-9 _.:/@=+-]{0,255}$/

/** What can be checked before anything is sent; the server decides. */
export function tagProblem(text: string, before: readonly Tag[]): string | null {
  const tags = tagsIn(text, before)
  if (tags.length > 100) return `A workspace has at most 100 tags; these are ${tags.length}.`
  const wrong = tags.find(
    ({ key, value }) =>
      key.length > longestKey || !keyForm.test(key) || (value !== null && !valueForm.test(value)),
  )
  return wrong
    ? `${tagText(wrong)} is no tag: keys and values begin with a letter or a digit, followed by letters, digits, spaces and _ . : / @ + -.`
    : null
}
