/** The number that is likely meant after this one: the next patch of a release, the first release otherwise. */
export function nextVersion(newest: string | undefined): string {
  const [, major, minor, patch] = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})(?:\+.*)?$/.exec(newest ?? '') ?? []
  if (patch !== undefined) return `${major}.${minor}.${Number(patch) + 1}`
  return newest === undefined ? '1.0.0' : ''
}
