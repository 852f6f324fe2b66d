import type { OperationContext } from '../kernel/context.js'
import type { FaceServices } from '../http/face-services.js'

/** The context that every resolver is handed: who asks, and the services. */
export interface GraphqlContext {
  readonly ctx: OperationContext
  readonly services: FaceServices
  /** The size of this request's answer so far. */
  readonly answer: { characters: number }
}
