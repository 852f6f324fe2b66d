import { people } from './go-client.people.js'
import { things } from './go-client.things.js'
import type { Lives } from './step.js'

/**
 * Requests and reads of the vendor's Go client, recorded from its own tests at 1.109.0, where the platform serves them.
 */
export const client: Lives = { ...people, ...things }
