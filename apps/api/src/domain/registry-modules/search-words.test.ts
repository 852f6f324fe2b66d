import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchQuery, searchVector, wordsIn } from './search-words.js'

test('words are runs of letters and digits, in lower case and without accents', () => {
  expect(wordsIn('AWS_s3-Bucket: café, 日本 v1.2')).toEqual([
    'aws',
    's3',
    'bucket',
    'cafe',
    '日本',
    'v1',
    '2',
  ])
})

test('a vector has each word with its positions and weights, and the names with one letter left out', () => {
  const texts = [{ text: 'a vpc', weight: 'D' }] as const
  expect(searchVector(['vpc'], texts)).toBe("'vpc':1A,5D 'a':4D '~vpc' '~pc' '~vc' '~vp' '+9152'")
})

test('a phrase asks for the signs of its pairs, which the vector of a text with it has, and none goes over a gap', () => {
  const asked = [...(searchQuery('"private subnet ids"')?.strict.matchAll(/\+[0-9a-f]{4}/g) ?? [])].flat()
  const signs = (...texts: string[]): string[] => {
    const vector = searchVector(
      ['x'],
      texts.map((text) => ({ text, weight: 'D' as const })),
    )
    return [...vector.matchAll(/\+[0-9a-f]{4}/g)].flat()
  }
  expect(asked).toHaveLength(2)
  expect(signs('the private subnet ids')).toEqual(expect.arrayContaining(asked))
  expect(signs('private', 'subnet', 'ids')).toEqual([])
})

test('a vector stays within what PostgreSQL keeps, whatever the text', () => {
  const text = Array.from({ length: 100_000 }, (_, n) => `word${n % 30_000}`).join(' ')
  const vector = searchVector(['x'], [{ text, weight: 'D' }])
  expect(vector.length).toBeLessThan(500_000)
  expect(
    Math.max(...[...vector.matchAll(/[:,](\d+)/g)].map(([, position]) => Number(position))),
  ).toBeLessThan(16_384)
})

test('no text that a user types gets anything but letters, digits and our own signs into a query', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      const query = searchQuery(typed)
      for (const text of Object.values(query ?? {})) expect(text).toMatch(/^[\p{L}\p{N}'@~+:*&|()<> -]*$/u)
      expect((query?.strict.match(/'/g)?.length ?? 0) % 2).toBe(0)
    }),
  )
})

test('a query has at most twenty terms', () => {
  const query = searchQuery(Array.from({ length: 100 }, (_, n) => `w${n}`).join(' '))
  expect(query?.strict.split(' & ')).toHaveLength(20)
  expect(searchQuery(' "" - ')).toBeUndefined()
})
