import { Agent, request } from 'node:http'
import type { Exchange } from './conformance.js'

/** A request to the byte: whatever a client could write on the wire. */
export interface WireRequest {
  readonly method: string
  /** Path and query, as they are. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | undefined
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

/** No answer for this long is a hang. */
const timeout = 15_000

/** Sends it without looking at it, and gives the whole answer; no answer in time is an error. */
export function send(url: string, { method, target, headers, body }: WireRequest): Promise<Exchange> {
  const { hostname, port } = new URL(url)
  const length = body ? { 'Content-Length': String(body.length) } : {}
  return new Promise((done, fail) => {
    const asked = request(
      { hostname, port, agent, method, path: target, headers: { ...headers, ...length }, timeout },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', fail)
        response.on('end', () => {
          const [path = ''] = target.split('?')
          const text = Buffer.concat(chunks).toString('utf8')
          done({ method, path, status: response.statusCode ?? 0, headers: response.headers, text })
        })
      },
    )
    asked.on('timeout', () => asked.destroy(new Error(`${method} ${target}: no answer in ${timeout} ms`)))
    asked.on('error', fail)
    asked.end(body)
  })
}
