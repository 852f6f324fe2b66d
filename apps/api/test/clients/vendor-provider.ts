import type { Lives } from './step.js'
import { people } from './vendor-provider.people.js'
import { things } from './vendor-provider.things.js'

/**
 * What the vendor's provider sends for the resources that the platform serves, recorded from 0.79.0, and where 0.80.0
 * sends otherwise from that: apply, a change where there was one, the read of a second plan with what it compares, and
 * destroy. The second plan was empty.
 */
export const provider: Lives = { ...people, ...things }
