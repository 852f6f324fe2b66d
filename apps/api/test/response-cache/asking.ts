import { Agent, request } from 'node:http'
import type { TestApp } from '../app.js'

export interface Answer {
  readonly status: number
  /** Headers as they came over the wire, in order. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

/** The requests of a test share one connection, so that nothing about it differs. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Asks without any library that would hide something of the answer. */
export function ask(
  app: TestApp,
  token: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = { Authorization: `Bearer ${token}`, ...headers }
    const call = request(`${app.url}${path}`, { agent, method, headers: sent }, (res) => {
      const chunks: Buffer[] = []
      res
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('error', reject)
        .on('end', () => {
          const { rawHeaders, statusCode: status = 0 } = res
          const pairs = rawHeaders.flatMap((name, at) =>
            at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : [],
          )
          resolve({ status, headers: pairs, body: Buffer.concat(chunks).toString() })
        })
    })
    call.on('error', reject).end()
  })
}

/** A metric of the response cache. */
export async function cacheMetric(
  app: TestApp,
  kind: 'hits' | 'misses' | 'bytes' | 'entries',
): Promise<number> {
  const { text } = await app.http.get('/metrics')
  return Number(new RegExp(`^engine_response_cache\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(text)?.[1])
}

/** Counts the requests of this work that were answered from the cache. */
export async function hitsOf(app: TestApp, work: () => Promise<unknown>): Promise<number> {
  const before = await cacheMetric(app, 'hits')
  await work()
  return (await cacheMetric(app, 'hits')) - before
}
