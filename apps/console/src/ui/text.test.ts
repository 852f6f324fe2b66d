import { expect, test } from 'vitest'
import {
  colorOf,
  firstNames,
  numberText,
  relativeText,
  initialsOf,
  settingText,
  settingWords,
  shortened,
  sizeText,
  storageText,
  withoutDirections,
} from './text'

const now = new Date('2026-11-24T12:00:00.000Z')

test.each([
  ['2026-11-24T11:59:30.000Z', 'just now'],
  ['2026-11-24T12:00:30.000Z', 'just now'],
  ['2026-11-24T11:59:00.000Z', '1 minute ago'],
  ['2026-11-24T11:01:00.000Z', '59 minutes ago'],
  ['2026-11-24T09:00:00.000Z', '3 hours ago'],
  ['2026-11-23T11:00:00.000Z', 'yesterday'],
  ['2026-11-04T12:00:00.000Z', '20 days ago'],
  ['2026-09-20T12:00:00.000Z', '2 months ago'],
  ['2024-11-01T12:00:00.000Z', '2 years ago'],
  ['2026-11-24T12:05:00.000Z', 'in 5 minutes'],
  ['2026-11-25T12:00:00.000Z', 'tomorrow'],
  ['2027-02-22T11:59:50.000Z', 'in 3 months'],
  ['2028-11-23T12:00:00.000Z', 'in 2 years'],
])('%s reads %s', (at, text) => {
  expect(relativeText(new Date(at), now)).toBe(text)
})

test('numbers have their thousands apart', () => {
  expect([0, 999, 1458, 1_234_567].map(numberText)).toEqual(['0', '999', '1,458', '1,234,567'])
})

test('many names are cut', () => {
  expect(firstNames(['1.0.0', '1.1.0', '1.2.0'], 20)).toBe('1.0.0, 1.1.0, 1.2.0')
  expect(firstNames(['1.0.0', '1.1.0', '1.2.0'], 2)).toBe('1.0.0, 1.1.0 and 1 more')
})

test('a text that is too long loses its end', () => {
  expect(shortened('payments', 8)).toBe('payments')
  expect(shortened('payments-of-all', 8)).toBe('payment…')
})

test('what is stored and its limit are told in the units in which limits are set', () => {
  expect(
    [0, 1023, 88_000, 1_400_000, 3 * 1024 ** 3, 100 * 1024 ** 3, 1.5 * 1024 ** 4].map(storageText),
  ).toEqual(['0 bytes', '1,023 bytes', '85.9 KiB', '1.3 MiB', '3 GiB', '100 GiB', '1.5 TiB'])
})

test('sizes are told as people say them', () => {
  expect([0, 812, 1000, 1449, 98_400_000, 3_000_000_000].map(sizeText)).toEqual([
    '0 bytes',
    '812 bytes',
    '1 kB',
    '1.4 kB',
    '98 MB',
    '3 GB',
  ])
})

test.each([
  ['deploy \u202Egpj.exe', 'deploy [U+202E]gpj.exe'],
  ['\u2066a\u2069', '[U+2066]a[U+2069]'],
  ['\u200Fx\u061C', '[U+200F]x[U+061C]'],
])('%j reads %s: what turns a text is named', (text, shown) => {
  expect(withoutDirections(text)).toBe(shown)
})

test.each(['plain', 'שלום', 'مرحبا', '👩‍👩‍👧'])('%s stays as it is', (text) => {
  expect(withoutDirections(text)).toBe(text)
})

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

test.each([
  ['autoApply', 'Auto apply'],
  ['manage-policy-overrides', 'Manage policy overrides'],
  ['ownersTeamSamlRoleId', 'Owners team saml role id'],
])('the name %s reads as %s', (name, words) => expect(settingWords(name)).toBe(words))

test.each([
  [true, 'on'],
  [false, 'off'],
  [null, '–'],
  [undefined, '–'],
  ['', '–'],
  ['modules', 'modules'],
  [60, '60'],
  [0, '0'],
  [[], '–'],
  [['modules', 'shared'], 'modules, shared'],
  [{ 'execution-mode': true, 'agent-pool': false }, 'execution mode on, agent pool off'],
])('the value %j reads as %s', (value, text) => expect(settingText(value)).toBe(text))
