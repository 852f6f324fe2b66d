import { expect, test } from 'vitest'
import { pagesOf } from './list-exports.js'

const page = (ids: readonly string[], totalPages: number) => ({
  nodes: ids.map((id) => ({ id })),
  pageInfo: { totalPages },
})

test('no page is asked for before the one before it was taken, and none once the client has left', async () => {
  const asked: number[] = []
  const pages = pagesOf(async (number) => {
    asked.push(number)
    return page([`row-${number}`], 1000)
  })
  await pages.next()
  expect(asked).toEqual([1])
  await pages.next()
  await pages.return(undefined)
  expect(asked).toEqual([1, 2])
})

test('a row that moved to the next page while the list was read is there once', async () => {
  const pages = pagesOf(async (number) => (number === 1 ? page(['a', 'b'], 2) : page(['b', 'c'], 2)))
  const ids: string[] = []
  for await (const rows of pages) ids.push(...rows.map(({ id }) => id))
  expect(ids).toEqual(['a', 'b', 'c'])
})
