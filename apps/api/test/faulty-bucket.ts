import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { openBucketServer } from './bucket.js'

/**
 * The faults of a server that is reached: it takes requests and says nothing, breaks off within the body of an answer,
 * says nothing more within one, or sends one in drops.
 */
export type BucketFault = 'none' | 'silent' | 'cut' | 'stalled' | 'drips'

export interface FaultyBucket {
  readonly endpoint: string
  /** The requests so far, each by its method. */
  readonly asked: string[]
  fault: BucketFault
  close(): Promise<void>
}

/** An S3 server, with one empty bucket, `files`, behind a connection that can be at fault. */
export async function openFaultyBucket(): Promise<FaultyBucket> {
  const bucket = await openBucketServer()
  const { port } = new URL(bucket.endpoint)
  const server = createServer((req, res) => {
    faulty.asked.push(req.method ?? '')
    if (faulty.fault === 'silent') return void req.resume()
    const { method, url: path, headers } = req
    const forwarded = request({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
      void answered(answer, res, method === 'GET' ? faulty.fault : 'none')
    })
    req.pipe(forwarded)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const faulty: FaultyBucket = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    fault: 'none',
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
      await bucket.close()
    },
  }
  return faulty
}

async function answered(answer: IncomingMessage, res: ServerResponse, fault: BucketFault): Promise<void> {
  const bytes = await buffer(answer)
  res.writeHead(answer.statusCode ?? 500, answer.headers)
  if (fault === 'none') return void res.end(bytes)
  const half = Math.floor(bytes.length / 2)
  res.write(bytes.subarray(0, half))
  if (fault === 'stalled') return
  if (fault === 'cut') return void setImmediate(() => res.destroy())
  const drops = 10
  let drop = 0
  const timer = setInterval(() => {
    const at = (part: number) => half + Math.floor(((bytes.length - half) * part) / drops)
    res.write(bytes.subarray(at(drop), at(++drop)))
    if (drop === drops) clearInterval(timer)
    if (drop === drops) res.end()
  }, 40)
}
