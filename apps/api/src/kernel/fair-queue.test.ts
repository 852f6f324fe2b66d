import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.js'
import { untilAborted } from './waiting.js'

const full = new Error('full')
const roomy = { waiting: 10, waitingInAll: 20, full: () => full }

/** Makes works that end when they are told to; `begun` has the names in the order in which they began. */
function works(queue: FairQueue) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const run = (line: string, name: string): Promise<void> =>
    queue.run(line, () => {
      begun.push(name)
      return new Promise((end) => ends.set(name, end))
    })
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { begun, run, end }
}

test('lines take turns, however long one of them is', async () => {
  const { begun, run, end } = works(new FairQueue({ ...roomy, running: 1 }))
  const all = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('b', 'b1')]
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('a line that may not take every place leaves one for another, and takes no more than its own later', async () => {
  const queue = new FairQueue({ ...roomy, running: 2, runningOfALine: 1 })
  const { begun, run, end } = works(queue)
  const all = [run('a', 'a1'), run('a', 'a2'), run('b', 'b1'), run('b', 'b2'), run('c', 'c1')]
  expect(begun).toEqual(['a1', 'b1'])
  expect(queue.load).toEqual({ running: 2, waiting: 3 })
  await end('b1')
  // The line that has waited longest is at its limit: the next one that is not goes first.
  expect(begun).toEqual(['a1', 'b1', 'b2'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'b2', 'a2'])
  await end('b2')
  await end('a2')
  await end('c1')
  await Promise.all(all)
  expect(queue.load).toEqual({ running: 0, waiting: 0 })
})

test('work that fails hands its place on', async () => {
  const queue = new FairQueue({ ...roomy, running: 1, runningOfALine: 1 })
  const failing = queue.run('a', () => Promise.reject(full))
  const next = queue.run('a', () => Promise.resolve('done'))
  await expect(failing).rejects.toBe(full)
  expect(await next).toBe('done')
})

test('a signal that many works share has one listener, and works that have begun no longer wait for it', async () => {
  const { signal } = new AbortController()
  const queue = new FairQueue({ running: 1, waiting: 20, waitingInAll: 20, full: () => full })
  await Promise.all(Array.from({ length: 12 }, () => queue.run('a', async () => {}, signal)))
  await Promise.all(Array.from({ length: 12 }, () => untilAborted(Promise.resolve(), signal)))
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
})
