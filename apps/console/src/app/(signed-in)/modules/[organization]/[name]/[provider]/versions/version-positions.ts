import { isPreRelease } from '@engine/shared'

type Version = { version: string; publishedAt: string | null; downloads: number }

/** Maximum number of versions in the picture. */
export const mostDrawn = 24

/** Minimum gap between two labels, in percent of the width. */
const namedGap = 9

/**
 * Position of a version, from 0 to 100 percent of the width; `share` is its part of all downloads, from 0 to
 * 1.
 */
export type Place<V> = { version: V; left: number; share: number; isNamed: boolean }

/** Positions the newest versions in the order in which they were published, evenly spaced; `versions` is newest first. */
export function placesOf<V extends Version>(versions: readonly V[]): Place<V>[] {
  const at = ({ publishedAt }: V) => Date.parse(publishedAt ?? '')
  const shown = versions
    .filter(({ publishedAt }) => publishedAt !== null)
    .toReversed()
    .toSorted((one, other) => at(one) - at(other))
    .slice(-mostDrawn)
  const total = versions.reduce((sum, { downloads }) => sum + downloads, 0)
  return named(
    shown.map((version, index) => ({
      version,
      left: ((index + 0.5) / shown.length) * 100,
      share: total === 0 ? 0 : version.downloads / total,
    })),
  )
}

/** The newest are named first, and releases before what came before them. */
function named<V extends Version>(places: readonly Omit<Place<V>, 'isNamed'>[]): Place<V>[] {
  const taken: number[] = []
  const isFree = (left: number) => taken.every((each) => Math.abs(each - left) >= namedGap)
  const ranked = places.toReversed().toSorted((one, other) => Number(isEarly(one)) - Number(isEarly(other)))
  for (const { left } of ranked) if (isFree(left)) taken.push(left)
  return places.map((place) => ({ ...place, isNamed: taken.includes(place.left) }))
}

const isEarly = ({ version: { version } }: { version: Version }): boolean => isPreRelease(version)
