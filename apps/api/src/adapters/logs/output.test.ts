import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GatheringOutput } from './output.js'

/** What was written each time, of what had been gathered until then. */
const writes: string[] = []
let gathered = ''
let full = false

const output = new GatheringOutput({
  write: (line: string) => (gathered += line),
  flushSync() {
    if (full) throw new Error('ENOSPC')
    writes.push(gathered)
    gathered = ''
  },
})
const log = pino({ base: null, timestamp: false }, output)

/** The lines that were written together, by their texts. */
const texts = (written = ''): unknown[] =>
  written
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: unknown }).msg)

beforeEach(() => {
  writes.length = 0
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('lines of requests are written together, a twentieth of a second later at most', () => {
  log.info('one')
  log.info('two')
  expect(writes).toEqual([])
  vi.advanceTimersByTime(50)
  expect(writes.map(texts)).toEqual([['one', 'two']])
  vi.advanceTimersByTime(1000)
  expect(writes).toHaveLength(1)
})

test('what tells of trouble is written at once, behind what came before it', () => {
  log.info('one')
  log.warn('trouble')
  expect(writes.map(texts)).toEqual([['one', 'trouble']])
  log.info('later')
  expect(writes).toHaveLength(1)
  output.writeNow('{"msg":"audit"}\n')
  expect(texts(writes[1])).toEqual(['later', 'audit'])
})

test('a log that cannot be written holds nothing up, and is written once it can be', () => {
  full = true
  log.warn('trouble')
  log.info('later')
  vi.advanceTimersByTime(50)
  expect(writes).toEqual([])
  full = false
  log.warn('again')
  expect(writes.map(texts)).toEqual([['trouble', 'later', 'again']])
})

test('the last line of a burst is written too', () => {
  for (let line = 0; line < 3; line++) {
    log.info(`line ${line}`)
    vi.advanceTimersByTime(60)
  }
  expect(writes.map(texts)).toEqual([['line 0'], ['line 1'], ['line 2']])
})
