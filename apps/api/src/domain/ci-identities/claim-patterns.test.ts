import { expect, test } from 'vitest'
import { fitsAll, fitsOne } from './claim-patterns.js'

test.each([
  ['acme/network', 'acme/network', true],
  ['acme/network', 'acme/network2', false],
  ['acme/*', 'acme/network', true],
  ['acme/*', 'acme/', true],
  ['acme/*', 'acme/network/aws', false],
  ['acme/**', 'acme/network/aws', true],
  ['refs/tags/v*', 'refs/tags/v1.0.0', true],
  ['refs/tags/v*', 'refs/heads/v1.0.0', false],
  ['*/*', 'acme/network', true],
  ['*/*', 'acme', false],
  ['**/release.yml@*', 'acme/network/release.yml@v1', true],
  ['**/release.yml@*', 'acme/network/release.yml@v1/2', false],
  ['***', 'a/b', true],
  ['*', '', true],
  ['a**b*c', 'a/b/bxc', true],
  ['a**b*c', 'a/b/b/c', false],
  ['ö*😀', 'ö-😀', true],
  ['*', '*', true],
  ['v1*', 'v1*', true],
])('the pattern %s and the text %s fit: %s', (pattern, text, fits) => {
  expect(fitsOne(pattern, text)).toBe(fits)
})

test('numbers and booleans are compared as texts, a list fits by one of its items, other things never', () => {
  expect(fitsAll({ id: '7', protected: 'true' }, { id: 7, protected: true })).toBe(true)
  expect(fitsOne('ops-*', ['dev', 'ops-eu'])).toBe(true)
  expect(fitsOne('**', { a: 1 })).toBe(false)
  expect(fitsOne('**', 'a'.repeat(2049))).toBe(false)
})

test('a pattern as it fits texts is the regular expression that says the same', () => {
  const texts = ['', 'a', 'b', '/', 'aa', 'ab', 'a/', '/a', 'aab', 'a/b', 'b/a/', 'ab/ab', 'aaaa', 'a/a/a/b']
  const parts = ['a', 'b', '/', '*', '**']
  const patterns = parts.flatMap((a) =>
    parts.flatMap((b) => parts.flatMap((c) => parts.map((d) => a + b + c + d))),
  )
  for (const pattern of patterns) {
    const source = pattern.replace(/\*{2,}|\*/g, (stars) => (stars === '*' ? '[^/]*' : '.*'))
    const expected = texts.filter((text) => new RegExp(`^${source}$`, 's').test(text))
    expect([pattern, texts.filter((text) => fitsOne(pattern, text))]).toEqual([pattern, expected])
  }
})

test('the pattern and the claim that take the longest take milliseconds', () => {
  const claim = Array.from({ length: 6 }, () => 'a'.repeat(2048))
  const patterns = [`**${'a'.repeat(509)}b`, `${'**a'.repeat(170)}b`, `**${'a*'.repeat(254)}b`]
  const before = process.cpuUsage()
  for (const pattern of patterns) expect(fitsOne(pattern, claim)).toBe(false)
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(300)
})
