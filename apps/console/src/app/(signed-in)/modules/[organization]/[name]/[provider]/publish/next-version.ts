import { incremented, isPreRelease } from '@engine/shared'

/** The number that is likely meant after this one: the next patch of a release, the first release otherwise. */
export function nextVersion(newest: string | undefined): string {
  if (newest === undefined) return '1.0.0'
  return isPreRelease(newest) ? '' : incremented(newest, 'patch')
}
