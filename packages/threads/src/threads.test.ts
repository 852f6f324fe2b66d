import { expect, test } from 'vitest'
import { Threads, type ThreadsOptions } from './threads.js'

const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (wait) => setTimeout(() => parentPort.postMessage({}), wait))`)}`,
)

const options: ThreadsOptions = {
  ...{ program, size: 1, holdUp: 1000, timeLimit: 1000, memoryLimit: 64 },
  ...{ lifetime: Infinity, queue: 1, full: () => new Error('full') },
}

test('a job is not ended while the machine has not given it its time', async () => {
  const threads = new Threads(options)
  const { kind, took } = await threads.run(1500, 0)
  expect(kind).toBe('answered')
  expect(took).toBeLessThan(1500)
  await threads.close()
})

test('a job that never gets its time is ended after four times as long', async () => {
  const threads = new Threads({ ...options, timeLimit: 100 })
  expect(await threads.run(600_000, 0)).toMatchObject({ kind: 'too slow' })
  await threads.close()
})

test('beyond the length of the queue no job waits', async () => {
  const full = new Error('full')
  const threads = new Threads({ ...options, queue: 1, full: () => full })
  const jobs = [threads.run(0, 0), threads.run(0, 0)]
  await expect(threads.run(0, 0)).rejects.toBe(full)
  expect(await Promise.all(jobs)).toMatchObject([{ kind: 'answered' }, { kind: 'answered' }])
  await threads.close()
})
