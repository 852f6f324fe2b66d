import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { stateBytes } from '../../../test/states/state-bytes.js'
import { StateBuffers, type Bytes } from './state-buffers.js'

const states = ['one', 'another'].map(stateBytes)

/** Tells whether the memory of a buffer was released, or another thread owns it. */
const isEmpty = ({ buffer }: Bytes) => buffer.byteLength === 0

test('memory that a caller sizes is counted while it is there, and given back when the work ends', async () => {
  const buffers = new StateBuffers()
  const seen: Bytes[] = []
  const text = await buffers.with(states, async (given) => {
    seen.push(...given)
    expect(buffers.usage).toEqual({ count: 2, bytes: 10 })
    expect(seen.some(isEmpty)).toBe(false)
    return given.map((bytes) => Buffer.from(bytes).toString()).join(' ')
  })
  expect(text).toBe('one another')
  expect([buffers.usage, seen.every(isEmpty)]).toEqual([{ count: 0, bytes: 0 }, true])
})

test('memory that a caller sizes is given back where the work fails, another thread has it or a file breaks off', async () => {
  const buffers = new StateBuffers()
  const seen: Bytes[] = []
  const failing = buffers.with(states, async (given) => {
    seen.push(...given)
    structuredClone(null, { transfer: given.slice(0, 1).map(({ buffer }) => buffer) })
    throw new Error('the thread crashed')
  })
  await expect(failing).rejects.toThrow('the thread crashed')
  expect([buffers.usage, seen.every(isEmpty)]).toEqual([{ count: 0, bytes: 0 }, true])

  const broken = new Readable({ read: () => broken.destroy(new Error('the storage went away')) })
  const brokenOff = buffers.with([...states, { size: 5, open: async () => broken }], async () => 'read')
  await expect(brokenOff).rejects.toThrow('the storage went away')
  expect(buffers.usage).toEqual({ count: 0, bytes: 0 })
})
