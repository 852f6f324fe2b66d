import { describe, expect, test } from 'vitest'
import { emptyListState, isFiltered, queryTextOf, readListState } from '~/ui/lists/list-state'
import {
  edgesOf,
  exportQueryOf,
  filterOf,
  inTime,
  isChoice,
  lastDays,
  narrowings,
  orders,
  within,
  withoutTime,
} from './list-state'

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

describe('the days that are counted', () => {
  const today = new Date(2026, 10, 27, 15)

  test('are the last 90 of the reader, today among them', () => {
    const days = lastDays(today, read('from=2026-11-01&until=2026-11-21'))
    expect([days.length, days[0], days.at(-1)]).toEqual([90, '2026-08-30', '2026-11-27'])
    expect(edgesOf(days.slice(-2))).toEqual([26, 27, 28].map((day) => new Date(2026, 10, day).toISOString()))
  })

  test('end with the last day that is asked for where that is longer ago', () => {
    expect(lastDays(today, read('until=2026-01-31')).at(-1)).toBe('2026-01-31')
    expect(lastDays(today, read('from=2020-01-01')).at(-1)).toBe('2026-11-27')
  })

  test('are told from those that the list is narrowed to', () => {
    const days = ['2026-11-01', '2026-11-02', '2026-11-03']
    const covered = (query: string) => within(days, read(query))
    expect(covered('area=team')).toBeUndefined()
    expect(covered('from=2026-11-02')).toEqual({ first: '2026-11-02', last: '2026-11-03' })
    expect(covered('from=2020-01-01&until=2026-11-02')).toEqual({ first: '2026-11-01', last: '2026-11-02' })
  })

  test('become the time of the list by its first page, and are counted whatever its time is', () => {
    const narrowed = inTime(read('area=team&page=3'), '2026-11-01', '2026-11-02')
    expect(queryTextOf(narrowed)).toBe('area=team&from=2026-11-01&until=2026-11-02')
    expect(filterOf(withoutTime(narrowed))).toEqual({ action: 'team' })
  })
})
