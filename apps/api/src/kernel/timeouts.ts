import { seconds } from './clock.js'

/** Time limits for answers of other servers, in milliseconds. */
export interface Timeouts {
  /** Limit for everything that an issuer of ID tokens is asked at a time, its discovery document included. */
  readonly issuerKeys: number
  /** Limit for an answer of the public registry or an origin, queueing included: the engine gives up after 10 seconds. */
  readonly publicRegistry: number
}

/** Time limits of a platform; tests that wait for one give a shorter one. */
export const timeouts: Timeouts = { issuerKeys: seconds(8), publicRegistry: seconds(9) }
