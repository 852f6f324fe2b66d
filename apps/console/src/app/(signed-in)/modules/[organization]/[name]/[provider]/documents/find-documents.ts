/** Paths of a version's changelog and licence; absent ones are left out. */
export type VersionDocuments = { changelog?: string; licence?: string }

const names = {
  changelog: /^changelog(\.\w+)?$/i,
  licence: /^(licen[cs]e|copying)([-.]\w+)*$/i,
} as const

/** Found by their names among the files at the root. */
export function documentsAmong(entries: readonly { path: string; isFolder: boolean }[]): VersionDocuments {
  const pathOf = (name: RegExp) => entries.find(({ path, isFolder }) => !isFolder && name.test(path))?.path
  const [changelog, licence] = [pathOf(names.changelog), pathOf(names.licence)]
  return { ...(changelog !== undefined && { changelog }), ...(licence !== undefined && { licence }) }
}
