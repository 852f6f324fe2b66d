import type { SharedParts } from '../shared-parts.js'
import type { EnginePolicy } from './engine-policy.js'
import { EnginePolicyService } from './engine-policy.service.js'
import { EnginePolicyStore } from './engine-policy.store.js'
import { EngineSightingsService, type FollowRefusals } from './engine-sightings.service.js'
import { EngineSightingsStore } from './engine-sightings.store.js'

export type EngineSightingServices = ReturnType<typeof createEngineSightingServices>

/** The area, wired. */
export function createEngineSightingServices({
  database,
  transactions,
  followRefusals,
  sitePolicy,
}: Pick<SharedParts, 'database' | 'transactions'> & {
  readonly followRefusals: FollowRefusals
  readonly sitePolicy: EnginePolicy
}) {
  const rows = new EngineSightingsStore(database)
  const engineSightings = new EngineSightingsService(rows, transactions, followRefusals)
  const enginePolicy = new EnginePolicyService(new EnginePolicyStore(database), engineSightings, sitePolicy)
  return { engineSightings, enginePolicy }
}
