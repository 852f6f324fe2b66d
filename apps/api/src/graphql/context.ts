import type { OperationContext } from '../kernel/context.js'
import type { Loaders } from './loaders.js'
import type { GraphqlServices } from './services.js'

/** What every resolver is handed: who asks, the services, and the loaders of this one request. */
export interface GraphqlContext {
  readonly ctx: OperationContext
  readonly services: GraphqlServices
  readonly loaders: Loaders
  /** What this request's answer holds so far. */
  readonly answer: { characters: number }
}
