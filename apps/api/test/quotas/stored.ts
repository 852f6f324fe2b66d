import type { TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { graphql } from '../rest.js'
import { stateText } from '../states/states.js'

export interface StorageQuota {
  readonly kind: string
  readonly used: number
  readonly limit: number | null
}

/** Storage that the organization `Acme` uses. */
export async function storedBy(app: TestApp, owner: Person): Promise<StorageQuota> {
  const query = '{ organization(name: "Acme") { quotas { kind used limit } } }'
  const { data } = await graphql(app, owner, query)
  const quotas = data?.['organization']?.['quotas'] as readonly StorageQuota[]
  const found = quotas.find(({ kind }) => kind === 'STORAGE')
  if (!found) throw new Error('storage is no quota')
  return found
}

/** A state of this number of bytes. */
export function stateOf(size: number, serial = 1): string {
  const missing = size - stateText({ serial, outputs: { pad: { value: '', type: 'string' } } }).length
  return stateText({ serial, outputs: { pad: { value: 'x'.repeat(missing), type: 'string' } } })
}

export const fullSentence = (limit: number): string =>
  `The organization has reached its limit of ${limit} bytes of stored files (STORAGE_LIMIT)`
