import { MantineProvider } from '@mantine/core'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DataTable, DataTableSkeleton, type Column } from './data-table'
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

test('a text that would turn its row names what would turn it', () => {
  const turned = createElement(DataTable<Row>, { ...rows, rows: [{ id: '1', name: 'deploy \u202Egpj.exe' }] })
  const shown = renderToStaticMarkup(createElement(MantineProvider, null, turned))
  expect(shown).toContain('<bdi>deploy [U+202E]gpj.exe</bdi>')
  expect(shown).not.toContain('\u202E')
})
