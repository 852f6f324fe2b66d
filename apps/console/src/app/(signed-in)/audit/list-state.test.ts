import { describe, expect, test } from 'vitest'
import { emptyListState, isFiltered, queryTextOf, readListState } from '~/ui/list-state'
import { exportQueryOf, filterOf, isChoice, narrowings, orders } from './list-state'

const narrowing = { flags: ['override'] as const, choices: Object.keys(narrowings), isChoice }
const read = (query: string) => readListState(new URLSearchParams(query), narrowing, orders)

describe('the address of the audit log', () => {
  test.each([
    '',
    'search=ana',
    'override=true&order=at&page=3',
    'area=team&actor=ana&target=crew&organization=acme&from=2026-11-01&until=2026-11-21',
  ])('%j is read and written back', (query) => {
    const given = new URLSearchParams(queryTextOf(read(query)))
    expect(Object.fromEntries(given)).toEqual(Object.fromEntries(new URLSearchParams(query)))
  })

  test('what makes no sense in it counts as absent', () => {
    const query = 'from=2026-02-30&until=soon&actor=%20&override=perhaps&order=random&page=0'
    expect(read(query)).toEqual(emptyListState)
    expect(isFiltered(read(query))).toBe(false)
  })
})

describe('what is asked for', () => {
  test('days are those of the reader, and the last one counts to its end', () => {
    const { from, until } = filterOf(read('from=2026-03-01&until=2026-03-01'))
    expect(from).toBe(new Date(2026, 2, 1).toISOString())
    expect(until).toBe(new Date(2026, 2, 2).toISOString())
  })

  test('nothing that was not chosen', () => {
    expect(filterOf(emptyListState)).toEqual({})
    expect(filterOf(read('area=team&override=false'))).toEqual({
      action: 'team',
      administratorOverride: false,
    })
  })

  test('an export takes the same filters, under the names of the REST API', () => {
    const state = read(
      'search=a%26b&area=team&actor=ana&organization=acme&override=true&order=at&from=2026-03-01',
    )
    expect(Object.fromEntries(new URLSearchParams(exportQueryOf(state, 'csv')))).toEqual({
      format: 'csv',
      q: 'a&b',
      sort: 'at',
      'filter[action]': 'team',
      'filter[actor]': 'ana',
      'filter[organization]': 'acme',
      'filter[administrator-override]': 'true',
      'filter[from]': new Date(2026, 2, 1).toISOString(),
    })
    expect(exportQueryOf(read('page=4'), 'jsonl')).toBe('format=jsonl')
  })
})
