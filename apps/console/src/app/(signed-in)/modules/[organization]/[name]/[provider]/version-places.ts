import { isPreRelease } from '@engine/shared'

type Version = { version: string; publishedAt: string | null; downloads: number }

/** As many versions as a picture holds. */
export const mostDrawn = 24

/** So many hundredths of the width are at least between two versions, and between two that are named. */
const gap = 3.5
const namedGap = 9

const day = 24 * 60 * 60 * 1000

/** Where a version stands, from 0 to 100 along the width; `share` of the downloads of all, from 0 to 1. */
export type Place<V> = { version: V; left: number; share: number; isNamed: boolean }

/**
 * Where the newest versions stand in time up to `now`, the oldest first; they are given newest first. Those of one moment stand beside one another;
 * where all are of one day, all are as far apart.
 */
export function placesOf<V extends Version>(versions: readonly V[], now: Date): Place<V>[] {
  const at = ({ publishedAt }: V) => Date.parse(publishedAt ?? '')
  const shown = versions
    .filter(({ publishedAt }) => publishedAt !== null)
    .toReversed()
    .toSorted((one, other) => at(one) - at(other))
    .slice(-mostDrawn)
  const [first, last] = [shown[0], shown.at(-1)]
  if (!first || !last) return []
  const total = versions.reduce((sum, { downloads }) => sum + downloads, 0)
  const isOneDay = at(last) - at(first) < day
  const span = Math.max(1, now.getTime() - at(first))
  const lefts = spread(
    shown.map((version, index) =>
      isOneDay ? ((index + 0.5) / shown.length) * 100 : ((at(version) - at(first)) / span) * 100,
    ),
  )
  return named(
    shown.map((version, index) => ({
      version,
      left: lefts[index] ?? 0,
      share: total === 0 ? 0 : version.downloads / total,
    })),
  )
}

/** Moves to the right what stands too close, and all to the left what would stand outside then. */
function spread(wanted: readonly number[]): number[] {
  const lefts: number[] = []
  for (const left of wanted) lefts.push(Math.max(left, (lefts.at(-1) ?? -gap) + gap))
  let right = 100 + gap
  return lefts
    .toReversed()
    .map((left) => (right = Math.min(left, right - gap)))
    .toReversed()
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
