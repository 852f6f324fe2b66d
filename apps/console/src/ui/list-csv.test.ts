import { expect, test, vi } from 'vitest'
import type { Column } from './data-table'
import { csvOf, everyRow } from './list-csv'

type Row = { id: string; name: string; count: number }

const columns: readonly Column<Row>[] = [
  { key: 'name', header: 'Name', width: 1, place: 'title', cell: () => null, text: ({ name }) => name },
  { key: 'count', header: 'Count', width: 1, cell: ({ count }) => count },
  { key: 'badges', header: 'Badges', width: 1, cell: () => ['not', 'a text'] },
  { key: 'actions', header: 'Actions', width: 1, place: 'menu', cell: () => 'menu' },
]
const row = (name: string, count = 1): Row => ({ id: name, name, count })

test('a file has the columns of the list, without its menus', () => {
  expect(csvOf(columns, [row('one', 1203)])).toBe('Name,Count,Badges\r\none,1203,\r\n')
})

test('what a spreadsheet would take for a formula is a text, and texts that break a line are quoted', () => {
  const [name] = columns
  const cells = (
    name
      ? csvOf(
          [name],
          ['=1+1', '@x', '-1', 'a,b', 'say "x"', 'a\nb'].map((n) => row(n)),
        )
      : ''
  )
    .trim()
    .split('\r\n')
    .slice(1)
  expect(cells).toEqual(["'=1+1", "'@x", "'-1", '"a,b"', '"say ""x"""', '"a\nb"'])
})

test('every page is fetched, one after the other', async () => {
  const onProgress = vi.fn()
  const fetchPage = vi.fn(async ({ number, size }: { number: number; size: number }) => ({
    nodes: [row(`${number}`)],
    pageInfo: { number, size, totalPages: 3 },
    totalCount: 3,
  }))
  const rows = await everyRow(fetchPage, onProgress)
  expect(rows.map(({ name }) => name)).toEqual(['1', '2', '3'])
  expect(onProgress.mock.calls).toEqual([[1], [2], [3]])
  expect(fetchPage).toHaveBeenCalledWith({ number: 1, size: 100 })
})
