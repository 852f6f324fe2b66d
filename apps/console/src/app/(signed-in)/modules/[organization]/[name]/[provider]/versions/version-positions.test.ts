import { expect, test } from 'vitest'
import { mostDrawn, placesOf } from './version-positions'

const version = (number: string, publishedAt: string | null, downloads = 1) => ({
  version: number,
  publishedAt,
  downloads,
})

test('versions are evenly spaced in the order of their publication, whatever lies between them', () => {
  const places = placesOf([
    version('1.9.1', '2026-06-03T00:00:00Z'),
    version('2.0.0', '2026-06-02T00:00:00Z'),
    version('1.1.0', '2026-01-01T00:00:01Z'),
    version('1.0.0', '2026-01-01T00:00:00Z'),
  ])
  expect(places.map((place) => [place.version.version, place.left])).toEqual([
    ['1.0.0', 12.5],
    ['1.1.0', 37.5],
    ['2.0.0', 62.5],
    ['1.9.1', 87.5],
  ])
})

test('a version tells its share of all downloads, and what is not published is left out', () => {
  const places = placesOf([
    version('2.0.0', null, 0),
    version('1.1.0', '2026-06-01T00:00:00Z', 3),
    version('1.0.0', '2026-01-01T00:00:00Z', 1),
  ])
  expect(places.map(({ share }) => share)).toEqual([0.25, 0.75])
  expect(placesOf([version('1.0.0', '2026-01-01T00:00:00Z', 0)])[0]?.share).toBe(0)
})

test('names have room, and no more versions are drawn than there is room for', () => {
  const many = Array.from({ length: 60 }, (_, day) =>
    version(`1.${day}.0`, new Date(Date.UTC(2026, 0, 1 + day)).toISOString()),
  )
  const places = placesOf(many)
  expect(places).toHaveLength(mostDrawn)
  const names = places.filter(({ isNamed }) => isNamed).map(({ left }) => left)
  for (const [index, left] of names.slice(1).entries())
    expect(left - (names[index] ?? 0)).toBeGreaterThanOrEqual(9)
  expect(places.at(-1)?.isNamed).toBe(true)
})
