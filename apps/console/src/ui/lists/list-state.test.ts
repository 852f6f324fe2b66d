import { expect, test, vi } from 'vitest'
import {
  inOrder,
  isFiltered,
  type ListState,
  queryOf,
  queryTextOf,
  readListState,
  shownAt,
  toggled,
  valuesOf,
  withChoice,
  withoutFilters,
  withSize,
} from './list-state'

const flags = ['enabled', 'beta', 'official', 'used'] as const
const read = (query: string): ListState => readListState(new URLSearchParams(query), { flags })

test('an address without a query shows the first page of everything', () => {
  expect(read('')).toEqual({ search: '', flags: {}, page: 1 })
  expect(isFiltered(read(''))).toBe(false)
})

test('search, filters and page are read from the address', () => {
  expect(read('search=1.9&enabled=true&beta=false&page=3')).toEqual({
    search: '1.9',
    flags: { enabled: true, beta: false },
    page: 3,
  })
})

test('what makes no sense in an address counts as absent', () => {
  for (const query of [
    'page=0',
    'page=-1',
    'page=2.5',
    'page=x',
    'page=99999999999',
    'enabled=1',
    'used=',
    'x=y',
  ])
    expect(read(query), query).toEqual({ search: '', flags: {}, page: 1 })
})

test('a state survives the way through the address', () => {
  const state: ListState = { search: '1.9 &x', flags: { official: true, used: false }, page: 7 }
  const entries = Object.entries(queryOf(state)).flatMap(([name, value]) => (value ? [[name, value]] : []))
  expect(readListState(new URLSearchParams(entries), { flags })).toEqual(state)
})

const orders = { fields: { name: 'NAME', downloads: 'DOWNLOADS' }, own: 'name' }

test('an order that the list knows stands in the address, another is not', () => {
  for (const order of ['downloads', '-downloads', '-name']) {
    const state = readListState(new URLSearchParams(`order=${order}`), { flags }, orders)
    expect(state.order).toBe(order)
    expect(queryOf(state)).toMatchObject({ order })
    expect(isFiltered(state)).toBe(false)
  }
  // What the list is by itself has one address, without an order.
  for (const order of ['size', '', '-', '--name', 'name', 'NAME', 'toString', '-__proto__'])
    expect(readListState(new URLSearchParams({ order }), { flags }, orders), order).not.toHaveProperty(
      'order',
    )
  expect(read('order=downloads')).not.toHaveProperty('order')
})

test('another order starts at the first page and keeps search and filters', () => {
  const state: ListState = { search: 'net', flags: { used: true }, page: 3 }
  expect(inOrder(state, '-name')).toEqual({ search: 'net', flags: { used: true }, order: '-name', page: 1 })
  expect(inOrder({ ...state, order: '-name' }, undefined)).toEqual({ ...state, page: 1 })
})

test('without search and filters the list is sorted as before', () => {
  const state: ListState = { search: 'net', flags: { used: true }, order: '-name', page: 3 }
  expect(withoutFilters(state)).toEqual({ search: '', flags: {}, order: '-name', page: 1 })
})

test('the first page and absent filters leave no trace in the address', () => {
  const query = queryOf(read(''))
  expect(Object.values(query).filter((value) => value !== undefined && value !== '')).toEqual([])
})

test('a list counts as narrowed by a filter of either answer', () => {
  expect(isFiltered(read('page=2'))).toBe(false)
  expect(isFiltered(read('used=false'))).toBe(true)
})

test('a state that is chosen is an entry of its own in the history; one that is typed replaces the last', () => {
  const history = { pushState: vi.fn(), replaceState: vi.fn() }
  vi.stubGlobal('window', { history })
  const show = shownAt((query) => `/things?search=${query['search']}`)
  const state: ListState = { search: 'net', flags: {}, page: 1 }
  show(state, true)
  expect(history.replaceState).toHaveBeenCalledExactlyOnceWith(null, '', '/things?search=net')
  expect(history.pushState).not.toHaveBeenCalled()
  show(state)
  expect(history.pushState).toHaveBeenCalledExactlyOnceWith(null, '', '/things?search=net')
})

test('a value that the list is narrowed by stands in the address, and another starts at the first page', () => {
  const choices = ['provider', 'organization']
  const state = readListState(new URLSearchParams('provider=aws&other=x&organization=+&page=2'), {
    flags,
    choices,
  })
  expect(state).toEqual({ search: '', flags: {}, choices: { provider: 'aws' }, page: 2 })
  expect(queryOf(state)).toMatchObject({ provider: 'aws', page: '2' })
  expect(isFiltered(state)).toBe(true)
  const both = withChoice(state, 'organization', 'acme')
  expect(both).toMatchObject({ choices: { provider: 'aws', organization: 'acme' }, page: 1 })
  const without = withChoice(withChoice(both, 'provider', undefined), 'organization', undefined)
  expect(without).toEqual({ search: '', flags: {}, page: 1 })
  expect(isFiltered(without)).toBe(false)
})

test('rows a page and hidden columns stand in the address and outlive the filters', () => {
  const state = read('search=net&size=50&hide=email,created-at&page=3')
  expect(state).toMatchObject({ size: 50, hidden: ['email', 'created-at'], page: 3 })
  expect(queryTextOf(state)).toBe('search=net&size=50&hide=email%2Ccreated-at&page=3')
  expect(withoutFilters(state)).toEqual({
    search: '',
    flags: {},
    size: 50,
    hidden: ['email', 'created-at'],
    page: 1,
  })
  for (const query of ['size=30', 'size=1000', 'size=x', 'hide=', 'hide=A%20B'])
    expect(read(query), query).toEqual({ search: '', flags: {}, page: 1 })
})

test('on a page of another size the first row stays in sight', () => {
  expect(withSize(read('page=6'), 50, 20)).toMatchObject({ size: 50, page: 3 })
  expect(withSize(read('page=3'), 20, 50)).toMatchObject({ size: 20, page: 6 })
})

test('a filter takes several values, each of which is removed alone', () => {
  const one = toggled({ search: '', flags: {}, page: 3 } as ListState, 'provider', 'aws')
  expect(one).toEqual({ search: '', flags: {}, choices: { provider: 'aws' }, page: 1 })
  const two = toggled(one, 'provider', 'gcp')
  expect(queryOf(two)['provider']).toBe('aws,gcp')
  expect(valuesOf(two, 'provider')).toEqual(['aws', 'gcp'])
  expect(valuesOf(toggled(two, 'provider', 'aws'), 'provider')).toEqual(['gcp'])
  expect(isFiltered(toggled(one, 'provider', 'aws'))).toBe(false)
})
