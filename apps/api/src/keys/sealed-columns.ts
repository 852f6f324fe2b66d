import { sealedFor } from '../adapters/secrets/purposes.js'

export interface SealedColumn {
  readonly table: string
  readonly column: string
  readonly purpose: string
  /** The context that it is bound to, as SQL. */
  readonly about: string
}

/** Id of the one row that shows a start a wrong key. */
export const canaryId = 'canary'

/** Columns with sealed values that stay; the challenges of a sign-in end by themselves. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'key_canaries', column: 'sealed', purpose: sealedFor.canary, about: 'id' },
  { table: 'users', column: 'two_factor_secret', purpose: sealedFor.twoFactor, about: 'id' },
  { table: 'webhooks', column: 'secret', purpose: sealedFor.webhooks, about: 'id' },
  { table: 'webhooks', column: 'former_secret', purpose: sealedFor.webhooks, about: 'id' },
  { table: 'webhooks', column: 'header_value', purpose: sealedFor.webhooks, about: 'id' },
  {
    table: 'state_output_blocks',
    column: 'sealed',
    purpose: sealedFor.stateOutputs,
    about: `state_version_id || ' ' || first`,
  },
  {
    table: 'state_resource_blocks',
    column: 'sealed',
    purpose: sealedFor.stateResources,
    about: `state_version_id || ' ' || first`,
  },
  {
    table: 'state_version_outputs',
    column: 'sealed_value',
    purpose: sealedFor.stateOutputs,
    about: `state_version_id || ' ' || name`,
  },
]
