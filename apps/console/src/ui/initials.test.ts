import { expect, test } from 'vitest'
import { colorOf, initialsOf } from './initials'

test('the initials are those of two words, or the first two letters of one', () => {
  expect(['acme', 'acme-labs', 'Grace Hopper', 'x', '_-_', 'ünal.ö', '7-up'].map(initialsOf)).toEqual([
    'AC',
    'AL',
    'GH',
    'X',
    '',
    'ÜÖ',
    '7U',
  ])
})

test('a name always has the same colour, and names differ', () => {
  expect(colorOf('payments')).toBe(colorOf('payments'))
  const names = Array.from({ length: 100 }, (_, index) => `name-${index}`)
  expect(new Set(names.map(colorOf)).size).toBe(8)
})
