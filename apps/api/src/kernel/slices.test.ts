import { expect, test } from 'vitest'
import { Slices, slicesOf } from './slices.js'

const items = [1, 2, 3, 4, 5]

/** Counts how often others had their turn. */
function turns(): { readonly count: number; stop(): void } {
  const had = { count: 0, stop: () => clearImmediate(next) }
  let next = setImmediate(function again() {
    had.count++
    next = setImmediate(again)
  })
  return had
}

test('a list comes in slices, with a turn of others between two of them', async () => {
  const others = turns()
  const seen: (readonly number[])[] = []
  for await (const slice of slicesOf(items, 2)) seen.push(slice)
  others.stop()
  expect(seen).toEqual([[1, 2], [3, 4], [5]])
  expect(others.count).toBeGreaterThanOrEqual(2)
})

test('what is handed out in slices keeps its order over several lists, and others have turns in between', async () => {
  const others = turns()
  const slices = new Slices(3)
  const [one, other] = [slices.cut(items), slices.cut(items)]
  expect(one.slice(0, 2)).toEqual([1, 2])
  expect(await Promise.all([...one, ...other])).toEqual([...items, ...items])
  others.stop()
  expect(others.count).toBeGreaterThanOrEqual(3)
})
