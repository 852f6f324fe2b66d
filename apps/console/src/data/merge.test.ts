import { expect, test } from 'vitest'
import { changesOf, mergeValues } from './merge'

const base = { version: '1.9.0', beta: false, archs: [{ os: 'linux' }] }

test('only what differs is a change', () => {
  expect(changesOf({ ...base, beta: true }, base)).toEqual({ beta: true })
  expect(changesOf({ ...base, archs: [{ os: 'linux' }] }, base)).toEqual({})
})

test('their other changes are taken and mine stay', () => {
  const merged = mergeValues(base, { ...base, version: '1.9.1' }, { ...base, beta: true })
  expect(merged).toEqual({ values: { ...base, version: '1.9.1', beta: true }, both: [] })
})

test('what both changed stays as I typed it and is named', () => {
  const merged = mergeValues(base, { ...base, version: '1.9.1' }, { ...base, version: '1.9.2' })
  expect(merged).toEqual({ values: { ...base, version: '1.9.1' }, both: ['version'] })
})

test('the same change twice is no conflict', () => {
  const changed = { ...base, beta: true }
  expect(mergeValues(base, changed, changed)).toEqual({ values: changed, both: [] })
})
