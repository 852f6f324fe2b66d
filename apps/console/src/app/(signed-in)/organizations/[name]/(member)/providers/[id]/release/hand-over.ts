import type { Release } from './read-release'

/** The release of a version that has just been created, for the page of that version, which uploads it. */
let waiting: { versionId: string; release: Release } | undefined

export function handOver(versionId: string, release: Release): void {
  waiting = { versionId, release }
}

/** Once: a page that is opened again later asks for the files again. */
export function takeOver(versionId: string): Release | undefined {
  const release = waiting?.versionId === versionId ? waiting.release : undefined
  if (release) waiting = undefined
  return release
}
