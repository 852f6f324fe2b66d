import { expect, test } from 'vitest'
import { targets, type Measured } from './figures.js'
import { headings, rowOf, summaryOf } from './table.js'

const versions: Measured = {
  name: 'versions',
  rate: 6123.4,
  http: 12_000,
  express: 8000,
  median: 5.04,
  slowest: 12.25,
  processor: 151.7,
  database: 20,
  statements: 0.012,
  memory: 187_654_321,
  targets: [targets.ofHttp(0.5), targets.slowest(10)],
}
const publish: Measured = { name: 'publish', rate: 31, median: 30, targets: [targets.median(100)] }

test('a row says what was measured and which targets are kept, and nothing of what was not', () => {
  expect(`\n${[...headings, ...[versions, publish].map(rowOf)].join('\n')}\n`).toMatchInlineSnapshot(`
    "
                             a second  node:http  Express  of http  of Ex.      p50      p99      CPU      CPU     SQL   RSS
                                            bare     bare                        ms       ms   API µs    DB µs            MB  targets
    versions                     6123      12000     8000     0.51    0.77      5.0     12.3      152       20    0.01   188  0.5 of node:http kept, p99 under 10 ms MISSED
    publish                        31                                          30.0                                           p50 under 100 ms kept
    "
  `)
})

test('the summary counts the targets and names those that are missed', () => {
  expect(summaryOf([versions, publish])).toEqual([
    '2 of 3 targets are kept',
    'MISSED: versions: p99 under 10 ms',
  ])
  expect(summaryOf([publish])).toEqual(['1 of 1 targets are kept'])
})

test('a figure that the system does not tell is left out', () => {
  expect(rowOf({ ...publish, database: Number.NaN })).toBe(rowOf(publish))
})
