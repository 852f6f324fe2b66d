import { ServerProcess } from '../server/server-process.js'
import type { Closing } from '../server/program.js'

/** Preloaded into the API. */
export const usageTeller = new URL('./usage-teller.js', import.meta.url)

/** A process that answers every request with what it is told and does nothing else: as fast as `node:http` can be. */
export const startBare = (closing: Closing): Promise<ServerProcess> =>
  ServerProcess.started({}, closing, { program: new URL('./bare.js', import.meta.url) })
