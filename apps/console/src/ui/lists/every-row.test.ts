import { expect, test, vi } from 'vitest'
import { everyRow } from './every-row'

test('every page is fetched, one after the other', async () => {
  const fetchPage = vi.fn(async ({ number, size }: { number: number; size: number }) => ({
    nodes: [{ name: `${number}` }],
    pageInfo: { number, size, totalPages: 3 },
    totalCount: 3,
  }))
  const rows = await everyRow(fetchPage)
  expect(rows.map(({ name }) => name)).toEqual(['1', '2', '3'])
  expect(fetchPage).toHaveBeenCalledWith({ number: 1, size: 100 })
})
