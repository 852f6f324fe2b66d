import type { OperationContext } from '../kernel/context.js'
import type { GraphqlServices } from './services.js'

/** What every resolver is handed: who asks, and the services. */
export interface GraphqlContext {
  readonly ctx: OperationContext
  readonly services: GraphqlServices
  /** What this request's answer holds so far. */
  readonly answer: { characters: number }
}
