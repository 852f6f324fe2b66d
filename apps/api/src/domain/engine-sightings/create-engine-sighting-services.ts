import type { Transactions } from '../../kernel/transaction.js'
import type { StoreDatabase } from '../store.js'
import type { EnginePolicy } from './engine-policy.js'
import { EnginePolicyService } from './engine-policy.service.js'
import { EnginePolicyStore } from './engine-policy.store.js'
import { EngineSightingsService, type FollowRefusals } from './engine-sightings.service.js'
import { EngineSightingsStore } from './engine-sightings.store.js'

export interface EngineSightingServices {
  readonly engineSightings: EngineSightingsService
  readonly enginePolicy: EnginePolicyService
}

/** The area, wired. */
export function createEngineSightingServices({
  database,
  transactions,
  followRefusals,
  sitePolicy,
}: {
  readonly database: StoreDatabase
  readonly transactions: Transactions
  readonly followRefusals: FollowRefusals
  readonly sitePolicy: EnginePolicy
}): EngineSightingServices {
  const engineSightings = new EngineSightingsService(
    new EngineSightingsStore(database),
    transactions,
    followRefusals,
  )
  const enginePolicy = new EnginePolicyService(new EnginePolicyStore(database), engineSightings, sitePolicy)
  return { engineSightings, enginePolicy }
}
