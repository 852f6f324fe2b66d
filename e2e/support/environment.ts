import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** The part of the tester's environment that any program needs, without settings of the product. */
export function plainEnvironment(): Record<string, string> {
  const wanted = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'LANG', 'SYSTEMROOT']
  return Object.fromEntries(wanted.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

/** A thousand ports for each worker of a run: two that start at once never choose the same. */
const firstPort = 20_000 + 1_000 * (Number(process.env['TEST_PARALLEL_INDEX'] ?? 0) % 12)

/** Ports that nothing listens at, below those that a system gives to connections, which could take them meanwhile. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = randomInt(firstPort, firstPort + 1_000)
    if (await isFree(port)) ports.add(port)
  }
  return [...ports]
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
