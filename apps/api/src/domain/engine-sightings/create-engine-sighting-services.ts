import type { StoreDatabase } from '../store.js'
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
  sitePolicy,
}: {
  readonly database: StoreDatabase
  readonly sitePolicy: EnginePolicy
}): EngineSightingServices {
  const engineSightings = new EngineSightingsService(new EngineSightingsStore(database))
  const enginePolicy = new EnginePolicyService(new EnginePolicyStore(database), engineSightings, sitePolicy)
  return { engineSightings, enginePolicy }
}
