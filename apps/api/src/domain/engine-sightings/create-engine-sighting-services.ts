import type { Transactions } from '../../kernel/transaction.js'
import type { StoreDatabase } from '../store.js'
import type { WebhookOutbox } from '../webhooks/webhook-outbox.js'
import type { EnginePolicy } from './engine-policy.js'
import { EnginePolicyService } from './engine-policy.service.js'
import { EnginePolicyStore } from './engine-policy.store.js'
import { EngineSightingsService } from './engine-sightings.service.js'
import { EngineSightingsStore } from './engine-sightings.store.js'

export interface EngineSightingServices {
  readonly engineSightings: EngineSightingsService
  readonly enginePolicy: EnginePolicyService
}

/** The area, wired. */
export function createEngineSightingServices({
  database,
  transactions,
  outbox,
  sitePolicy,
}: {
  readonly database: StoreDatabase
  readonly transactions: Transactions
  readonly outbox: WebhookOutbox
  readonly sitePolicy: EnginePolicy
}): EngineSightingServices {
  const engineSightings = new EngineSightingsService(new EngineSightingsStore(database), transactions, outbox)
  const enginePolicy = new EnginePolicyService(new EnginePolicyStore(database), engineSightings, sitePolicy)
  return { engineSightings, enginePolicy }
}
