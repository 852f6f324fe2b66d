import { createServer } from 'node:http'

/** The answer that the server gives to every request. */
export interface Answer {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  /** The body; it may be of any bytes. */
  readonly base64: string
}

/** Headers that belong to a connection and not to the answer. */
const ofConnections = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

/** The limit of the platform: what `node:http` takes by itself. Its starter tells it what to answer. */
let current: Answer & { readonly bytes?: Buffer } = { status: 503, headers: {}, base64: '' }
process.on('message', ({ answer }: { answer: Answer }) => {
  const headers = Object.entries(answer.headers).filter(([name]) => !ofConnections.has(name))
  current = { ...answer, headers: Object.fromEntries(headers), bytes: Buffer.from(answer.base64, 'base64') }
  process.send?.({ type: 'answer' })
})
process.once('SIGTERM', () => process.exit(0)).once('disconnect', () => process.exit(0))
createServer((_req, res) => {
  res.writeHead(current.status, current.headers).end(current.bytes)
}).listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.({ type: 'ready' }))
