import { expect, test, vi } from 'vitest'
import { choicesOf, choose, orderBy, sortOf, turn, type Sorting } from './list-order'

const orders = { fields: { name: 'NAME', made: 'CREATED_AT' }, own: '-made' } as const

const sorted = (order?: string) => {
  const onOrder = vi.fn()
  return { onOrder, sorting: { orders, order, onOrder } satisfies Sorting }
}

test('the API is asked for the order of the address, or for the own one of the list', () => {
  expect(orderBy({ order: 'name' }, orders)).toEqual({ field: 'NAME', direction: 'ASC' })
  expect(orderBy({ order: '-name' }, orders)).toEqual({ field: 'NAME', direction: 'DESC' })
  expect(orderBy({}, orders)).toEqual({ field: 'CREATED_AT', direction: 'DESC' })
})

test('one column at most tells that the list is sorted by it; one that cannot sort tells nothing', () => {
  const of = (order?: string) =>
    ['name', 'made', 'state'].map((column) => sortOf(column, sorted(order).sorting))
  expect(of()).toEqual(['none', 'descending', undefined])
  expect(of('made')).toEqual(['none', 'ascending', undefined])
  expect(of('-name')).toEqual(['descending', 'none', undefined])
})

test('a head that is pressed sorts upwards, and downwards when it is pressed again', () => {
  const asked = (column: string, order?: string) => {
    const { onOrder, sorting } = sorted(order)
    turn(column, sorting)
    return onOrder.mock.calls
  }
  expect(asked('name')).toEqual([['name']])
  expect(asked('name', 'name')).toEqual([['-name']])
  expect(asked('name', '-name')).toEqual([['name']])
  expect(asked('made')).toEqual([['made']])
})

test('the own order of a list is asked for by naming none', () => {
  const { onOrder, sorting } = sorted('made')
  turn('made', sorting)
  choose('-made', sorting)
  choose('name', sorting)
  expect(onOrder.mock.calls).toEqual([[undefined], [undefined], ['name']])
})

test('a list without heads is offered every order by its words', () => {
  const columns = [
    { key: 'name', header: 'Name' },
    { key: 'state', header: 'State' },
    { key: 'made', header: 'Created' },
  ]
  expect(choicesOf(columns, sorted().sorting)).toEqual([
    { value: 'name', label: 'Name, ascending' },
    { value: '-name', label: 'Name, descending' },
    { value: 'made', label: 'Created, ascending' },
    { value: '-made', label: 'Created, descending' },
  ])
})

test('an own order by no column is offered first, by what it is called', () => {
  const { sorting } = sorted()
  const orders = { ...sorting.orders, own: 'relevance', ownLabel: 'Relevance' }
  const offered = choicesOf([{ key: 'name', header: 'Name' }], { ...sorting, orders })
  expect(offered[0]).toEqual({ value: 'relevance', label: 'Relevance' })
  expect(offered).toHaveLength(3)
  expect(sortOf('name', { ...sorting, orders, order: undefined })).toBe('none')
})
