import { MantineProvider } from '@mantine/core'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DataTable, DataTableSkeleton, numberColumn, type Column } from './data-table'
import type { Sorting } from './list-order'

type Row = { id: string; name: string }

const columns: readonly Column<Row>[] = [
  { key: 'name', header: 'Name', width: 2, cell: ({ name }) => name },
  { key: 'made', header: 'Created', width: 1, cell: () => '' },
  { key: 'actions', header: 'Actions', width: 1, cell: () => '' },
]
const sorting: Sorting = {
  orders: { fields: { name: 'NAME', made: 'CREATED_AT' }, own: 'name' },
  order: '-made',
  onOrder: () => undefined,
}
const headsOf = (table: ReactElement): string[] =>
  (renderToStaticMarkup(createElement(MantineProvider, null, table)).match(/<th .*?<\/th>/g) ?? []).map(
    (head) =>
      [
        /aria-sort="(\w+)"/.exec(head)?.[1] ?? '',
        head.includes('<button type="button"') ? 'button' : 'text',
      ].join(' '),
  )
const rows = { label: 'Things', columns, rows: [{ id: '1', name: 'one' }], rowKey: ({ id }: Row) => id }

test('the heads by which a table can be sorted are buttons and tell how it is, also while it loads', () => {
  const heads = ['none button', 'descending button', ' text']
  expect(headsOf(createElement(DataTable<Row>, { ...rows, sorting }))).toEqual(heads)
  expect(
    headsOf(createElement(DataTableSkeleton<Row>, { label: 'Things', columns, count: 2, sorting })),
  ).toEqual(heads)
})

test('a table that cannot be sorted has no buttons in its heads', () => {
  expect(headsOf(createElement(DataTable<Row>, rows))).toEqual([' text', ' text', ' text'])
})

test('numbers stand at the end of their column with their thousands apart, and none is a sign', () => {
  const uses = numberColumn<Row & { uses: number | null }>('uses', 'Uses', 1, (row) => row.uses)
  const all = [
    { id: '1', name: 'one', uses: 1458 },
    { id: '2', name: 'two', uses: null },
  ]
  const table = createElement(DataTable<(typeof all)[number]>, {
    label: 'Things',
    columns: [uses],
    rows: all,
    rowKey: ({ id }) => id,
  })
  const shown = renderToStaticMarkup(createElement(MantineProvider, null, table))
  expect(shown.match(/<td .*?<\/td>/g)?.map((cell) => cell.replaceAll(/<[^>]*>/g, ''))).toEqual([
    '1,458',
    '–none',
  ])
  expect(shown).toContain('data-align="end"')
})

test('a text that would turn its row names what would turn it', () => {
  const turned = createElement(DataTable<Row>, { ...rows, rows: [{ id: '1', name: 'deploy \u202Egpj.exe' }] })
  const shown = renderToStaticMarkup(createElement(MantineProvider, null, turned))
  expect(shown).toContain('<bdi>deploy [U+202E]gpj.exe</bdi>')
  expect(shown).not.toContain('\u202E')
})
