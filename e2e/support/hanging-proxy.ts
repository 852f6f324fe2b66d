import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a server that can stop answering, without a connection being refused or cut. */
export interface HangingProxy {
  readonly url: string
  hang(): void
  /** What was sent meanwhile stays unanswered. */
  answer(): void
  close(): Promise<void>
}

const host = '127.0.0.1'

export async function openHangingProxy(target: string): Promise<HangingProxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let hangs = false
  const server = createServer((from) => {
    const to = connect(Number(port), hostname)
    const both = () => (from.destroy(), to.destroy())
    open.add(from)
    from.on('data', (chunk) => void (hangs || to.write(chunk)))
    to.on('data', (chunk) => void (hangs || from.write(chunk)))
    for (const socket of [from, to]) socket.on('error', both).on('close', both)
    from.on('close', () => open.delete(from))
  })
  await once(server.listen(0, host), 'listening')
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    hang: () => void (hangs = true),
    answer: () => void (hangs = false),
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
