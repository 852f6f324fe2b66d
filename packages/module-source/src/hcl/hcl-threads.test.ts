import { expect, test } from 'vitest'
import { HclThreads } from './hcl-threads.js'

/** A program instead of the parser. */
const program = (code: string): URL =>
  new URL(
    `data:text/javascript,import { parentPort } from 'node:worker_threads'; ${encodeURIComponent(code)}`,
  )

const moody = program(`parentPort.on('message', ({ text }) => {
  if (text === 'hang') for (;;) {}
  if (text === 'crash') throw new Error('crash')
  if (text === 'exit') process.exit(1)
  if (text === 'broken') return parentPort.postMessage({ error: 'x', isBroken: true })
  parentPort.postMessage({ json: text })
})`)

test('a stuck thread is replaced, and the files behind it are parsed', async () => {
  const threads = new HclThreads({ program: moody, size: 1, timeLimit: 1000 })
  const outcomes = await Promise.all(
    ['hang', 'a', 'crash', 'b', 'exit', 'c', 'broken', 'd'].map((text) => threads.parse(text)),
  )
  expect(outcomes).toEqual([
    { kind: 'too slow' },
    { kind: 'parsed', json: 'a' },
    { kind: 'crashed' },
    { kind: 'parsed', json: 'b' },
    { kind: 'crashed' },
    { kind: 'parsed', json: 'c' },
    { kind: 'too deep' },
    { kind: 'parsed', json: 'd' },
  ])
  await threads.close()
})

test('a stuck thread delays other files only briefly: another thread is started', async () => {
  const threads = new HclThreads({ program: moody, size: 2, holdUp: 50 })
  const stuck = threads.parse('hang')
  expect(await threads.parse('a')).toEqual({ kind: 'parsed', json: 'a' })
  expect(await threads.parse('b')).toEqual({ kind: 'parsed', json: 'b' })
  await threads.close()
  expect(await stuck).toEqual({ kind: 'crashed' })
})

test('one thread does all the work while no file blocks the others', async () => {
  const threads = new HclThreads({ program: moody, size: 2, holdUp: 600_000 })
  const outcomes = ['a', 'b', 'c'].map((text) => threads.parse(text))
  expect(threads.load).toEqual({ running: 1, waiting: 2 })
  expect(await Promise.all(outcomes)).toEqual(['a', 'b', 'c'].map((json) => ({ kind: 'parsed', json })))
  await threads.close()
})

test('a full queue refuses further files at once', async () => {
  const full = new Error('full')
  const threads = new HclThreads({ program: moody, size: 1, queue: 1, full: () => full })
  const first = threads.parse('a')
  const second = threads.parse('b')
  await expect(threads.parse('c')).rejects.toBe(full)
  expect(await Promise.all([first, second])).toHaveLength(2)
  await threads.close()
})

test('the event loop goes on while a large file is parsed', async () => {
  const threads = new HclThreads({ size: 1 })
  const text = Array.from({ length: 2000 }, (_, n) => `variable "v${n}" { default = "x" }\n`).join('')
  let ticks = 0
  const watch = setInterval(() => ticks++, 5)
  expect(await threads.parse(text)).toMatchObject({ kind: 'parsed' })
  clearInterval(watch)
  expect(ticks).toBeGreaterThan(10)
  await threads.close()
})
