import type { AuditEventFilterInput, AuditEventOrderField } from '~/data/generated/graphql'
import type { ListOrders } from '~/ui/list-order'
import { queryOf, readListState, type ListState } from '~/ui/list-state'

/** What the log can be narrowed by in words, as the address has it. Days are those of the reader. */
export const narrowings = ['area', 'actor', 'target', 'organization', 'from', 'until'] as const

export type Narrowing = (typeof narrowings)[number]

export type Narrowed = Partial<Record<Narrowing, string>>

export type AuditState = ListState<'override'> & { narrowed: Narrowed }

export const emptyAuditState: AuditState = { search: '', flags: {}, narrowed: {}, page: 1 }

export const orders: ListOrders<AuditEventOrderField> = { fields: { at: 'AT' }, own: '-at' }

/** What makes no sense counts as absent. */
export function readAuditState(params: Pick<URLSearchParams, 'get'>): AuditState {
  const texts = narrowings.map((name) => [name, (params.get(name) ?? '').trim()] as const)
  const given = texts.filter(([name, text]) => (isDay(name) ? startOf(text) !== undefined : text !== ''))
  return {
    ...readListState(params, { flags: ['override'] }, orders),
    narrowed: Object.fromEntries(given),
  }
}

/** The query of the address that shows this state. */
export const auditQueryOf = (state: AuditState): Record<string, string | undefined> => ({
  ...queryOf(state),
  ...state.narrowed,
})

const isDay = (name: Narrowing): boolean => name === 'from' || name === 'until'

/** The moment when a day begins, so many days later; undefined for what is no day. */
function startOf(day: string, later = 0): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  const start = new Date(Number(year), Number(month) - 1, Number(date))
  const isReal = start.getMonth() === Number(month) - 1 && start.getDate() === Number(date)
  if (isReal) start.setDate(start.getDate() + later)
  return isReal ? start : undefined
}

/** What the API is asked for; a last day counts to its end. */
export function filterOf({ search, flags, narrowed }: AuditState): AuditEventFilterInput {
  const { area, actor, target, organization, from = '', until = '' } = narrowed
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

export const isNarrowed = ({ search, flags, narrowed }: AuditState): boolean =>
  search !== '' || Object.keys(flags).length + Object.keys(narrowed).length > 0
