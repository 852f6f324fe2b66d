import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Answers everything with the bytes that its starter sends it. */
process.once('message', (bytes: string) => {
  const body = Buffer.from(bytes)
  const server = createServer((_req, res) => {
    res.setHeader('Content-Type', 'application/json').setHeader('Content-Length', body.length)
    res.end(body)
  })
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ type: 'ready', port: (server.address() as AddressInfo).port })
  })
})
process.once('SIGTERM', () => process.exit(0))
