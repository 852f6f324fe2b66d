import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a server that can stop answering, without a connection being refused or cut, or be gone as a whole. */
export interface HangingProxy {
  readonly url: string
  hang(): void
  /** Answers again; requests sent meanwhile stay unanswered. */
  answer(): void
  /** Cuts every connection and takes no new one, as where no server runs. */
  vanish(): Promise<void>
  comeBack(): Promise<void>
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
  const { port: own } = server.address() as AddressInfo
  const vanish = async (): Promise<void> => {
    for (const socket of open) socket.destroy()
    await new Promise((done) => server.close(done))
  }
  return {
    url: `http://${host}:${own}`,
    hang: () => void (hangs = true),
    answer: () => void (hangs = false),
    vanish,
    comeBack: async () => void (await once(server.listen(own, host), 'listening')),
    close: vanish,
  }
}
