import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** A thousand ports for each worker of the tests: two that start at once never choose the same. */
const firstPort = 20_000 + 1_000 * (Number(process.env['VITEST_POOL_ID'] ?? 0) % 12)

/** A port that nothing listens at, below those that a system gives to connections, which could take it meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, firstPort + 1_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
