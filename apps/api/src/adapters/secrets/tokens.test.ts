import { createHash } from 'node:crypto'
import { rule } from '@engine/shared/rule'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TokenKind } from '../../kernel/secrets.js'
import { tokenValues } from './tokens.js'

const kinds: TokenKind[] = ['user', 'session', 'team', 'organization', 'setup']

rule('§3 tokens', 'A value has a readable prefix')
test.each([
  ['user', /^engu_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/],
  ['session', /^engs_/],
  ['team', /^engt_/],
  ['organization', /^engo_/],
  ['setup', /^engi_/],
] as const)('a %s token says what it is and is parsed as that', (kind, form) => {
  const { value, hash } = tokenValues.create(kind)
  expect(value).toMatch(form)
  expect(tokenValues.parse(value)).toEqual({ kind, hash })
})

test('the hash is the SHA-256 of the value, as it is for a value that was chosen by hand', () => {
  const { value, hash } = tokenValues.create('user')
  expect(hash).toBe(createHash('sha256').update(value).digest('hex'))
  expect(tokenValues.hash('chosen by hand')).toBe(createHash('sha256').update('chosen by hand').digest('hex'))
})

rule('§3 tokens', 'A value has a checksum tail')
test('any one character changed is noticed before any look-up', () => {
  for (const kind of kinds) {
    const { value } = tokenValues.create(kind)
    for (let at = 0; at < value.length; at++) {
      const other = value[at] === 'u' ? 't' : 'u'
      expect(tokenValues.parse(value.slice(0, at) + other + value.slice(at + 1))).toBeUndefined()
    }
  }
})

test('two characters swapped are noticed', () => {
  const { value } = tokenValues.create('team')
  for (let at = 5; at < 47; at++) {
    if (value[at] === value[at + 1]) continue
    const swapped = `${value.slice(0, at)}${value[at + 1]}${value[at]}${value.slice(at + 2)}`
    expect(tokenValues.parse(swapped)).toBeUndefined()
  }
})

test('nothing else is a token, and nothing throws', () => {
  const { value } = tokenValues.create('user')
  for (const text of [
    '',
    ' ',
    value.toLowerCase(),
    ` ${value}`,
    `${value} `,
    `${value}\n`,
    value.slice(0, -1),
  ]) {
    expect(tokenValues.parse(text)).toBeUndefined()
  }
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => tokenValues.parse(text) === undefined))
})

test('the random part uses all letters alike', () => {
  const counts = new Map<string, number>()
  for (let i = 0; i < 2000; i++) {
    const random = tokenValues.create('user').value.slice(5, 48)
    for (const letter of random) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  // 86,000 letters: 1,387 each on average with a deviation of 37; `byte % 62` alone would favour eight by a quarter.
  expect(counts.size).toBe(62)
  for (const count of counts.values()) expect(Math.abs(count - 1387)).toBeLessThan(37 * 6)
})

test('no value comes twice', () => {
  const values = new Set(Array.from({ length: 2000 }, () => tokenValues.create('session').value))
  expect(values.size).toBe(2000)
})
