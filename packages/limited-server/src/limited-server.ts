export { paceBody, type PaceLimits } from './body-pace.js'
export { boundBody, type SizeLimit } from './body-size.js'
export { createLimitedServer, type ConnectionLimits } from './connections.js'
