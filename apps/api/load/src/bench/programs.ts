import { ServerProcess } from '../server/server-process.js'
import type { Closing } from '../server/program.js'

/** Preloaded into the API. */
export const usageTeller = new URL('./usage-teller.js', import.meta.url)

/** A process that answers every request with what it is told and does nothing else: as fast as `node:http` can be. */
export async function startBare(closing: Closing): Promise<ServerProcess> {
  const bare = await ServerProcess.create({}, { program: new URL('./bare.js', import.meta.url) })
  closing.push(() => bare.end())
  await bare.start()
  return bare
}
