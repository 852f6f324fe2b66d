import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { PieceBuffers } from './piece-buffers.js'

const mebibyte = 1024 * 1024

rule(
  '§19 costs',
  'Memory that a caller sizes is owned by the program: streamed, in reused buffers, or transferred',
)
test('the memory of pieces is bounded: a thousand clients get small ones, until large ones are given back', () => {
  const buffers = new PieceBuffers()
  const taken = Array.from({ length: 2000 }, () => buffers.take())
  const bytes = (some: readonly Buffer[]) => some.reduce((sum, { length }) => sum + length, 0)
  expect(bytes(taken.slice(0, 40))).toBe(20 * mebibyte)
  expect(bytes(taken.slice(40))).toBe(1960 * 64 * 1024)
  for (const each of taken) buffers.give(each)
  expect(bytes(Array.from({ length: 40 }, () => buffers.take()))).toBe(20 * mebibyte)
})
