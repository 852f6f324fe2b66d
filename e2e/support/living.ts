import type { Api, Person } from './platform.js'
import { restOf, type Rest } from './rest.js'

/** A platform after its first administrator was created. */
export interface Living {
  readonly administrator: Person
  readonly adminToken: string
  /** REST as the administrator. */
  readonly rest: Rest
}

/** An API with its first administrator. */
export type LivingApi = Api & Living

export const living = <P extends Api>(platform: P, person: Person, token: string): P & Living => ({
  ...platform,
  administrator: person,
  adminToken: token,
  rest: restOf(platform.apiUrl, token),
})
