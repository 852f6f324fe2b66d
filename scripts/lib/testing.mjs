import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A port of this machine that is free at this moment. */
export async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Waits until something holds; `holds` throws once it cannot. */
export async function until(holds) {
  while (!(await holds())) await pause(20)
}
