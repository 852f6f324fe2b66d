import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { PieceBuffers } from './piece-buffers.js'

const kibibyte = 1024
/** 35 of them are not quite 20 MiB. */
const large = 576 * kibibyte

rule(
  '§19 costs',
  'Memory that a caller sizes is owned by the program: streamed, in reused buffers, or transferred',
)
test('the memory of pieces is bounded: a thousand clients get small ones, until large ones are given back', () => {
  const buffers = new PieceBuffers()
  const taken = Array.from({ length: 2000 }, () => buffers.take())
  const bytes = (some: readonly Buffer[]) => some.reduce((sum, { length }) => sum + length, 0)
  expect(bytes(taken.slice(0, 35))).toBe(35 * large)
  expect(bytes(taken.slice(35))).toBe(1965 * 64 * kibibyte)
  for (const each of taken) buffers.give(each)
  expect(bytes(Array.from({ length: 36 }, () => buffers.take()))).toBe(35 * large + 64 * kibibyte)
})
