import { people } from './go-client.people.js'
import { things } from './go-client.things.js'
import type { Lives } from './step.js'

/**
 * What the vendor's Go client sends and reads, recorded from its own tests at 1.109.0, as far as the platform serves
 * it.
 */
export const client: Lives = { ...people, ...things }
