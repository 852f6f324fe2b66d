import { expect, test } from 'vitest'
import { mostDrawn, placesOf } from './version-places'

const now = new Date('2026-11-01T00:00:00Z')
const version = (number: string, publishedAt: string | null, downloads = 1) => ({
  version: number,
  publishedAt,
  downloads,
})

test('versions stand in time, the oldest at the left and today at the right', () => {
  const places = placesOf(
    [version('2.0.0', '2026-06-02T00:00:00Z'), version('1.0.0', '2026-01-01T00:00:00Z')],
    now,
  )
  expect(places.map((place) => [place.version.version, place.left])).toEqual([
    ['1.0.0', 0],
    ['2.0.0', 50],
  ])
})

test('versions of one moment stand beside one another, and none outside', () => {
  const places = placesOf(
    [
      version('1.0.0', '2026-01-01T00:00:00Z'),
      ...['2', '3', '4'].map((minor) => version(`1.${minor}.0`, '2026-10-31T23:59:59Z')),
    ],
    now,
  )
  const lefts = places.map(({ left }) => left)
  expect(lefts.at(-1)).toBe(100)
  for (const [index, left] of lefts.slice(1).entries()) expect(left - (lefts[index] ?? 0)).toBeGreaterThan(3)
})

test('where all are of one day they are as far apart', () => {
  const at = '2026-06-01T12:00:00Z'
  expect(placesOf([version('1.1.0', at), version('1.0.0', at)], now).map(({ left }) => left)).toEqual([
    25, 75,
  ])
})

test('a version tells its share of all downloads, and what is not published is left out', () => {
  const places = placesOf(
    [
      version('2.0.0', null, 0),
      version('1.1.0', '2026-06-01T00:00:00Z', 3),
      version('1.0.0', '2026-01-01T00:00:00Z', 1),
    ],
    now,
  )
  expect(places.map(({ share }) => share)).toEqual([0.25, 0.75])
  expect(placesOf([version('1.0.0', '2026-01-01T00:00:00Z', 0)], now)[0]?.share).toBe(0)
})

test('names have room, and no more versions are drawn than there is room for', () => {
  const many = Array.from({ length: 60 }, (_, day) =>
    version(`1.${day}.0`, new Date(Date.UTC(2026, 0, 1 + day)).toISOString()),
  )
  const places = placesOf(many, now)
  expect(places).toHaveLength(mostDrawn)
  const names = places.filter(({ isNamed }) => isNamed).map(({ left }) => left)
  for (const [index, left] of names.slice(1).entries())
    expect(left - (names[index] ?? 0)).toBeGreaterThanOrEqual(9)
  expect(places.at(-1)?.isNamed).toBe(true)
})
