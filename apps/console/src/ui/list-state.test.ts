import { afterEach, expect, test, vi } from 'vitest'
import { isFiltered, queryOf, readListState, shownAt, type ListState } from './list-state'

const flags = ['enabled', 'beta', 'official', 'used'] as const
const read = (query: string): ListState => readListState(new URLSearchParams(query), flags)

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
  expect(readListState(new URLSearchParams(entries), flags)).toEqual(state)
})

test('an order that the list knows is kept in the address, another is not', () => {
  const orders = ['downloads']
  const state = readListState(new URLSearchParams('order=downloads'), flags, orders)
  expect(state.order).toBe('downloads')
  expect(queryOf(state)).toMatchObject({ order: 'downloads' })
  expect(isFiltered(state)).toBe(false)
  expect(readListState(new URLSearchParams('order=size'), flags, orders)).not.toHaveProperty('order')
})

test('the first page and absent filters leave no trace in the address', () => {
  const query = queryOf(read(''))
  expect(Object.values(query).filter((value) => value !== undefined && value !== '')).toEqual([])
})

test('a list counts as narrowed by a filter of either answer', () => {
  expect(isFiltered(read('page=2'))).toBe(false)
  expect(isFiltered(read('used=false'))).toBe(true)
})

afterEach(() => vi.unstubAllGlobals())

test('a state that is chosen is an entry of its own in the history; one that is typed takes the place of the last', () => {
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
