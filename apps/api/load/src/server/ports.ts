import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A thousand ports for each worker of the tests: two that start at once never choose the same. */
const firstPort = 20_000 + 1_000 * (Number(process.env['VITEST_POOL_ID'] ?? 0) % 12)

/** A port that nothing listens at, below those that a system gives to connections, which could take it meanwhile. */
export async function freePort(): Promise<number> {
  const port = randomInt(firstPort, firstPort + 1_000)
  // At every address, and where there is no IPv4 too.
  const server = createServer().listen(port)
  const isFree = await once(server, 'listening').catch(() => false)
  if (!isFree) return freePort()
  await once(server.close(), 'close')
  return port
}
