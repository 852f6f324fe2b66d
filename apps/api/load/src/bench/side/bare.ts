import { createServer, type OutgoingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a bare handler answers, whatever it is asked. */
export interface FixedAnswer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: string
}

/** Serves as a process of its own: tells its starter where, and is told by it what to answer. */
export function serveBare(
  listenerOf: (answer: () => FixedAnswer & { bytes: Buffer }) => RequestListener,
): void {
  let current = { status: 503, headers: {}, body: '', bytes: Buffer.alloc(0) }
  process.on('message', ({ answer }: { answer: FixedAnswer }) => {
    current = { ...answer, bytes: Buffer.from(answer.body) }
    process.send?.({ type: 'answer' })
  })
  process.once('SIGTERM', () => process.exit(0)).once('disconnect', () => process.exit(0))
  const server = createServer(listenerOf(() => current))
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ type: 'ready', port: (server.address() as AddressInfo).port })
  })
}
