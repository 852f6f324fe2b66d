import { expect, test } from 'vitest'
import { fallen, ratiosOf, storedRatios } from './ratios.js'

const stored = { versions: { http: 0.5, express: 1 } }

test('a ratio may lose a quarter and no more', () => {
  expect(fallen(stored, { versions: { http: 0.375, express: 0.75 } })).toEqual([])
  expect(fallen(stored, { versions: { http: 0.374, express: 0.75 } })).toEqual([
    'FALLEN: versions: 0.374 of the bare node:http, stored 0.5',
  ])
  expect(fallen(stored, { versions: { http: 0.1, express: 0.2 } })).toEqual([
    'FALLEN: versions: 0.1 of the bare node:http, stored 0.5',
    'FALLEN: versions: 0.2 of the bare Express, stored 1',
  ])
})

test('what was not measured, or never stored, has not fallen', () => {
  expect(fallen(stored, {})).toEqual([])
  expect(fallen({}, { versions: { http: 0.001, express: 0.001 } })).toEqual([])
})

test('a ratio that is no number has fallen', () => {
  expect(fallen(stored, { versions: { http: Number.NaN, express: 1 } })).toHaveLength(1)
})

test('ratios are of the rows that have bare handlers beside them', () => {
  const figures = { rate: 100, http: 3000, express: 1000, targets: [] }
  expect(
    ratiosOf([
      { name: 'list', ...figures },
      { name: 'publish', rate: 30, targets: [] },
    ]),
  ).toEqual({ list: { http: 0.0333, express: 0.1 } })
})

test('the stored ratios of a run can be read, and are none where it was never written', async () => {
  expect(await storedRatios('a run that was never made')).toEqual({})
})
