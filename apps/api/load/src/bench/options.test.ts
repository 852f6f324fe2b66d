import { expect, test } from 'vitest'
import { readOptions } from './options.js'

test('without options every part but sizing asks a small registry, and nothing is written', () => {
  expect(readOptions([])).toEqual({
    size: 'small',
    parts: new Set(['latency', 'hot', 'start', 'bounds']),
    count: 200,
    seconds: 4,
    starts: 5,
    processes: 1,
    only: '',
    keep: undefined,
    compare: undefined,
    isWritten: false,
  })
})

test('parts can be named one by one', () => {
  expect(readOptions(['--part', 'hot', '--seconds', '0.5']).parts).toEqual(new Set(['hot']))
  expect(readOptions(['--part', 'latency', '--part', 'start']).parts.size).toBe(2)
})

test.each([
  [['--size', 'huge'], '--size is tiny or small or full'],
  [['--part', 'nothing'], '--part is latency or hot or start or bounds or sizing'],
  [['--seconds', '0'], '--seconds is a number above 0'],
  [['--starts', 'many'], '--starts is a number above 0'],
  [['--processes', '0'], '--processes is a number above 0'],
  [['--processes', '2', '--compare', 'x'], '--processes and --compare'],
  [['--write', '--only', 'list'], 'leave out --only'],
  [['--fast'], "Unknown option '--fast'"],
])('%j is refused', (args, reason) => {
  expect(() => readOptions(args)).toThrow(reason)
})
