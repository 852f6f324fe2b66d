import fs from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GatheringOutput, outputTo } from './output.js'

/** Writes so far, each with what had been gathered until then. */
const writes: string[] = []
let gathered = ''

const output = new GatheringOutput({
  write: (line: string) => (gathered += line),
  flush() {
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

test('lines that come fast are handed on in one row of writes, before they fill the memory', () => {
  const line = 'a line'.padEnd(1000)
  const bytes = JSON.stringify({ level: 30, msg: line }).length + 1
  for (let count = 0; count < 60; count++) log.info(line)
  expect(gathered).toBe('')
  for (let count = 0; count < 10; count++) log.info(line)
  expect(writes.map(({ length }) => length)).toEqual([65 * bytes])
  vi.advanceTimersByTime(50)
  expect(writes.map(({ length }) => length)).toEqual([65 * bytes, 5 * bytes])
})

test('lines are handed on whole, in pieces that a pipe takes as one', () => {
  const pieces: string[] = []
  const pieceOutput = new GatheringOutput({ write: (piece) => pieces.push(piece), flush() {} })
  const lines = Array.from({ length: 100 }, (_, n) => `${'ü'.repeat(n * 10)} ${n}\n`)
  const long = `${'x'.repeat(5000)}\n`
  for (const line of [...lines, long, ...lines]) pieceOutput.write(line)
  pieceOutput.flush()
  expect(pieces.join('')).toBe([...lines, long, ...lines].join(''))
  expect(pieces).toContain(long)
  for (const piece of pieces.filter((each) => each !== long)) {
    expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(4096)
    expect(piece.endsWith('\n')).toBe(true)
  }
  expect(pieces.length).toBeLessThan(60)
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

test('a log in a file has its lines at once, and no request waits for the disk', async () => {
  vi.useRealTimers()
  const folder = await mkdtemp(join(tmpdir(), 'log-'))
  const path = join(folder, 'log')
  const fd = fs.openSync(path, 'w')
  const waits = vi.spyOn(fs, 'fsyncSync')
  const toFile = pino({ base: null, timestamp: false }, outputTo(fd))
  for (let line = 0; line < 200; line++) toFile.info(`line ${line}`)
  toFile.warn('trouble')
  expect(texts(await readFile(path, 'utf8'))).toEqual([
    ...Array.from({ length: 200 }, (_, line) => `line ${line}`),
    'trouble',
  ])
  expect(waits).not.toHaveBeenCalled()
  waits.mockRestore()
  fs.closeSync(fd)
  await rm(folder, { recursive: true })
})

test('a log that cannot be written holds nothing up, and is written once it can be', async () => {
  vi.useRealTimers()
  const folder = await mkdtemp(join(tmpdir(), 'log-'))
  const path = join(folder, 'log')
  const fd = fs.openSync(path, 'w')
  const toFile = pino({ base: null, timestamp: false }, outputTo(fd))
  const full = vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
  })
  toFile.warn('trouble')
  toFile.info('later')
  full.mockRestore()
  expect(await readFile(path, 'utf8')).toBe('')
  toFile.warn('again')
  expect(texts(await readFile(path, 'utf8'))).toEqual(['trouble', 'later', 'again'])
  fs.closeSync(fd)
  await rm(folder, { recursive: true })
})

test('the last line of a burst is written too', () => {
  for (let line = 0; line < 3; line++) {
    log.info(`line ${line}`)
    vi.advanceTimersByTime(60)
  }
  expect(writes.map(texts)).toEqual([['line 0'], ['line 1'], ['line 2']])
})
