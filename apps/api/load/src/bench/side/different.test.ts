import { expect, test } from 'vitest'
import { differentPages, differentWords } from './different.js'

const many = (next: () => string, count: number): URLSearchParams[] =>
  Array.from({ length: count }, () => new URLSearchParams(next()))

test.each([0, 14, 499, 7918, 40_000])('pages up to offset %i never come again', (last) => {
  const pages = many(differentPages(last), 5000)
  const offsets = pages.map((page) => Number(page.get('offset')))
  expect(new Set(pages.map(String)).size).toBe(pages.length)
  expect(Math.max(...offsets)).toBeLessThanOrEqual(last)
  expect(Math.min(...pages.map((page) => Number(page.get('limit'))))).toBe(15)
})

test('pages go to every offset before they become larger, and not in order', () => {
  const pages = many(differentPages(999), 1001)
  expect(new Set(pages.slice(0, 1000).map((page) => page.get('offset'))).size).toBe(1000)
  expect(pages.map((page) => page.get('limit')).indexOf('16')).toBe(1000)
  expect(pages.slice(0, 3).map((page) => page.get('offset'))).toEqual(['0', '619', '238'])
})

test('searches never come again, are of one to three words, and the same in every run', () => {
  const searches = many(differentWords(), 20_000).map((each) => each.get('q') ?? '')
  expect(new Set(searches).size).toBe(searches.length)
  expect(new Set(searches.map((words) => words.split(' ').length))).toEqual(new Set([1, 2, 3]))
  expect(many(differentWords(), 100).map((each) => each.get('q'))).toEqual(searches.slice(0, 100))
})
