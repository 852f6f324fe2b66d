import { sql, type RawBuilder } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import type { SharedKind } from './shares.js'

/** The tables of the lists; they have the same columns, so the types of one serve for both. */
const tables = { modules: 'module_consumers', providers: 'provider_consumers' as 'module_consumers' } as const

export const tableOf = (kind: SharedKind): 'module_consumers' => tables[kind]

/** Selects organizations, called `o`, that share with all. */
export const withAllOf = (kind: SharedKind): RawBuilder<boolean> =>
  kind === 'modules' ? sql<boolean>`o.global_module_sharing` : sql<boolean>`o.global_provider_sharing`

interface ShareRow {
  producer_id: string
  consumer_id: string
  ends_at: Date | null
}

/** The lists of a kind as they count now, to select from. */
export const sharesOf = (
  kind: SharedKind,
  { clock }: Pick<OperationContext, 'clock'>,
): RawBuilder<ShareRow> =>
  sql<ShareRow>`(
    SELECT producer_id, consumer_id, ends_at FROM ${sql.table(tables[kind])}
    WHERE ends_at IS NULL OR ends_at > ${clock.now()}::timestamptz)`
