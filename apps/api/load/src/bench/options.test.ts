import { expect, test } from 'vitest'
import { readOptions } from './options.js'

test('without options one client and then many ask a small registry, and nothing is written', () => {
  expect(readOptions([])).toEqual({
    size: 'small',
    parts: new Set(['latency', 'side']),
    count: 200,
    seconds: 2,
    starts: 5,
    only: '',
    keep: undefined,
    isWritten: false,
  })
})

test('parts can be named one by one', () => {
  expect(readOptions(['--part', 'side', '--seconds', '0.5']).parts).toEqual(new Set(['side']))
  expect(readOptions(['--part', 'latency', '--part', 'start-up']).parts.size).toBe(2)
})

test.each([
  [['--size', 'huge'], '--size is tiny or small or full'],
  [['--part', 'nothing'], '--part is latency or side or start-up'],
  [['--seconds', '0'], '--seconds is a number above 0'],
  [['--starts', 'many'], '--starts is a number above 0'],
  [['--write', '--only', 'list'], 'leave out --only'],
  [['--fast'], "Unknown option '--fast'"],
])('%j is refused', (args, reason) => {
  expect(() => readOptions(args)).toThrow(reason)
})
