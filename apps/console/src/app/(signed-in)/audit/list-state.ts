import type { AuditEventFilterInput, AuditEventOrderField } from '~/data/generated/graphql'
import type { ListOrders } from '~/ui/list-order'
import type { ListState } from '~/ui/list-state'

/** What the log can be narrowed by, and what stands before it in words. Days are those of the reader. */
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

/** The moment when a day begins, so many days later; undefined for what is no day. */
function startOf(day: string, later = 0): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  const start = new Date(Number(year), Number(month) - 1, Number(date))
  const isReal = start.getMonth() === Number(month) - 1 && start.getDate() === Number(date)
  if (isReal) start.setDate(start.getDate() + later)
  return isReal ? start : undefined
}

/** What the API is asked for; a last day counts to its end. */
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
