import type { AuditEventFilterInput, AuditEventOrderField } from '~/data/generated/graphql'
import type { ListOrders } from '~/ui/lists/list-order'
import type { ListState } from '~/ui/lists/list-state'

/** Filters of the log, with the words that introduce each. Days are in the reader's time zone. */
export const narrowings = {
  area: 'Area:',
  actor: 'By',
  target: 'Target',
  organization: 'Within',
  from: 'From',
  until: 'Until',
}

export type Narrowed = Partial<typeof narrowings>

export type AuditState = ListState<'override'>

export const orders: ListOrders<AuditEventOrderField> = { fields: { at: 'AT' }, own: '-at' }

/** Days have to be some. */
export const isChoice = (name: string, value: string): boolean =>
  (name !== 'from' && name !== 'until') || startOf(value) !== undefined

/** Returns the moment when a day begins, `later` days on; undefined if the text is no day. */
function startOf(day: string, later = 0): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  const start = new Date(Number(year), Number(month) - 1, Number(date))
  const isReal = start.getMonth() === Number(month) - 1 && start.getDate() === Number(date)
  if (isReal) start.setDate(start.getDate() + later)
  return isReal ? start : undefined
}

/** Returns the filter for the API; the last day counts to its end. */
export function filterOf({ search, flags, choices = {} }: AuditState): AuditEventFilterInput {
  const { area, actor, target, organization, from = '', until = '' } = choices
  const given = {
    search: search === '' ? undefined : search,
    action: area,
    ...{ actor, target, organization },
    administratorOverride: flags.override,
    from: startOf(from)?.toISOString(),
    until: startOf(until, 1)?.toISOString(),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** The same events, whenever they were. */
export const withoutTime = (state: AuditState): AuditState => ({
  ...state,
  choices: Object.fromEntries(
    Object.entries(state.choices ?? {}).filter(([name]) => name !== 'from' && name !== 'until'),
  ),
})

/** The events of these days alone. */
export const inTime = (state: AuditState, from: string, until: string): AuditState => ({
  ...state,
  choices: { ...state.choices, from, until },
  page: 1,
})

/** Number of days that are counted separately. */
const counted = 90

/** The days to count: up to today, or up to the last that is asked for where that is longer ago than they reach. */
export function lastDays(today: Date, { choices = {} }: AuditState): string[] {
  const upTo = (last: Date) =>
    Array.from({ length: counted }, (_, index) =>
      textOf(new Date(last.getFullYear(), last.getMonth(), last.getDate() - (counted - 1 - index))),
    )
  const days = upTo(today)
  const { until = '' } = choices
  const last = until < (days[0] ?? '') ? startOf(until) : undefined
  return last ? upTo(last) : days
}

const textOf = (day: Date): string =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

/** Returns the moments when these days begin, and when the last one ends. */
export const edgesOf = (days: readonly string[]): string[] =>
  [startOf(days[0] ?? ''), ...days.map((day) => startOf(day, 1))].flatMap((edge) => edge?.toISOString() ?? [])

/** The first and the last of these days that the time of the list covers; undefined where it has none. */
export function within(
  days: readonly string[],
  { choices = {} }: AuditState,
): { first: string; last: string } | undefined {
  const { from = '', until = '9999' } = choices
  if (from === '' && until === '9999') return undefined
  const covered = days.filter((day) => day >= from && day <= until)
  return { first: covered[0] ?? '', last: covered.at(-1) ?? '' }
}

/** The query of an export of the same events, by the names of the REST API. */
export function exportQueryOf(state: AuditState, format: 'csv' | 'jsonl'): string {
  const { search, administratorOverride, ...filter } = filterOf(state)
  const texts = { ...filter, 'administrator-override': administratorOverride?.toString() }
  const given = Object.entries(texts).flatMap(([name, value]): [string, string][] =>
    value ? [[`filter[${name}]`, value]] : [],
  )
  return new URLSearchParams([
    ['format', format],
    ...(search ? [['q', search] as [string, string]] : []),
    ...(state.order === undefined ? [] : [['sort', state.order] as [string, string]]),
    ...given,
  ]).toString()
}
