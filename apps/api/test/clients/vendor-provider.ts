import type { Lives } from './step.js'
import { people } from './vendor-provider.people.js'
import { things } from './vendor-provider.things.js'

/**
 * Requests of the vendor's provider for the resources that the platform serves, recorded from 0.79.0, and from 0.80.0
 * where that differs: apply, a change if there was one, the read of a second plan with its comparisons, and destroy.
 * The second plan was empty.
 */
export const provider: Lives = { ...people, ...things }
