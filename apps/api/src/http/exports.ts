import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'
import { contextOf } from './request-context.js'

/** Waits for the first batch, so that a failure at once is still answered properly. */
export async function begun<T>(batches: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const iterator = batches[Symbol.asyncIterator]()
  const first = await iterator.next()
  return (async function* () {
    if (!first.done) yield first.value
    yield* { [Symbol.asyncIterator]: () => iterator }
  })()
}

/** Names the file of an export after the list and the day. */
export function nameFile(res: Response, name: string, ending: string): void {
  const day = contextOf(res).clock.now().toISOString().slice(0, 10)
  res.setHeader('Content-Disposition', `attachment; filename="${name}-${day}.${ending}"`)
}

/** Sends an export; one that breaks off ends its connection, so that no client takes a part for the whole. */
export async function sendExport(req: Request, res: Response, texts: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(texts, { objectMode: false }), res)
  } catch (error) {
    const { log } = contextOf(res)
    if (req.destroyed) log.info({ export: req.path }, 'an export was broken off')
    else log.error({ export: req.path, message: String(error) }, 'an export failed')
  }
}
