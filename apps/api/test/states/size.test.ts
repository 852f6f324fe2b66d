import { Readable } from 'node:stream'
import { rule } from '@engine/shared/rule'
import { afterAll, expect, test } from 'vitest'
import { createFileSealer } from '../../src/adapters/secrets/file-sealer.js'
import { keyring } from '../../src/adapters/secrets/keys.js'
import { StateThreads } from '../../src/adapters/states/state-threads.js'
import { StateFiles } from '../../src/domain/states/state-files.js'
import type { Storage } from '../../src/kernel/storage.js'
import { testSecretKey } from '../app.js'
import { lineage } from './states.js'

const mebibyte = 1024 * 1024
const size = 100 * mebibyte
const ring = keyring([testSecretKey])
const sealer = createFileSealer(ring, 'states')

/** A state of 100 MiB, made piece by piece, and how much of it was asked for so far. */
class LargeState {
  *pieces(): Generator<Buffer> {
    const begin = `{"version":4,"terraform_version":"1.11.4","serial":7,"lineage":"${lineage}","outputs":{},"resources":[`
    const one = (index: number): string => {
      const attributes = {
        id: `i-${index}`,
        text: 'x'.repeat(900),
        list: Array.from({ length: 20 }, () => index),
      }
      return JSON.stringify({
        ...{
          mode: 'managed',
          type: `kind_${index % 7}`,
          name: `n${index}`,
          provider: 'provider["a.test/b/c"]',
        },
        instances: [{ schema_version: 0, attributes }],
      })
    }
    yield this.count(begin)
    for (let index = 0; this.made < size; index++) yield this.count(`${index === 0 ? '' : ','}${one(index)}`)
    yield this.count('],"check_results":null}')
  }

  made = 0

  private count(text: string): Buffer {
    this.made += text.length
    return Buffer.from(text)
  }
}

/** A storage in memory that is told how much of the source was made whenever it takes a piece. */
function countingStorage(state: LargeState) {
  const chunks: Buffer[] = []
  let taken = 0
  const storage = {
    async put(_: string, stream: Readable) {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        chunks.push(chunk)
        taken = Math.max(taken, state.made)
      }
      return { size: 0, sha256: '' }
    },
    open: async () => ({ stream: Readable.from(chunks), size: 0 }),
  }
  return {
    storage: storage as unknown as Storage,
    stored: () => chunks.reduce((sum, { length }) => sum + length, 0),
  }
}

// Less than the state alone: the thread cannot hold it a second time, neither as a text nor as values.
const threads = new StateThreads(48)
afterAll(() => threads.close())

rule('§13 size', 'A state of 100 MB is held whole in memory at most once, and its history is compressed')
test('a state of 100 MiB is taken piece by piece, and read with one whole copy in memory', async () => {
  const state = new LargeState()
  const { storage, stored } = countingStorage(state)
  const files = new StateFiles(storage, sealer, 2 * size)
  let ahead = 0
  let passed = 0
  const source = state.pieces()
  const counted = new Readable({
    objectMode: true,
    highWaterMark: 1,
    read() {
      const next = source.next()
      if (next.done) return void this.push(null)
      passed += next.value.length
      ahead = Math.max(ahead, this.readableLength)
      this.push(next.value)
    },
  })
  const taken = await files.take('sv-1', 'state', counted)
  expect(taken.size).toBe(passed)
  expect(taken.size).toBeGreaterThan(size)
  // What repeats itself costs little.
  expect(stored()).toBeLessThan(size / 10)
  expect(ahead).toBeLessThanOrEqual(1)

  const held: object[] = []
  const { open } = files.bytesOf(taken)
  const bytes = {
    size: taken.size,
    open: async () => {
      held.push(threads.usage)
      return open()
    },
  }
  const { facts, release } = await threads.read(bytes, { id: 'sv-1' }, ring)
  expect([held, threads.usage]).toEqual([[{ count: 1, bytes: taken.size }], { count: 0, bytes: 0 }])
  expect(facts).toMatchObject({
    serial: 7,
    lineage,
    contents: { resources: { length: 7 } },
    providers: ['a.test/b/c'],
  })
  release()
})
