import { pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { OutboundError } from '../../kernel/outbound.js'

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

interface Bounds {
  /** Limit in bytes, unpacked. */
  readonly limit: number
  /** Names what went wrong with the connection. */
  explain(error: unknown): OutboundError
}

/** The body as it was before it was packed for the way, no longer than the limit. */
export function readBody(
  packed: Readable,
  headers: Readonly<Record<string, string>>,
  { limit, explain }: Bounds,
): Readable {
  const encoding = headers['content-encoding']?.trim().toLowerCase() || 'identity'
  const unpacker = unpackers[encoding]?.()
  const plain = unpacker ? pipeline(packed, unpacker, () => {}) : packed
  const body = Readable.from(bounded(plain, limit, explain), { objectMode: false })
  // A body that was never read ends here too. A reader gets the error from the reading itself.
  body.on('error', () => {}).once('close', () => packed.destroy())
  if (!unpacker && encoding !== 'identity')
    body.destroy(new OutboundError('malformed', `the packing ${encoding} is unknown`))
  // Packed, a body is hardly ever longer than unpacked; what says so itself need not be read at all.
  if (Number(headers['content-length'] ?? 0) > limit) body.destroy(tooLarge(limit))
  return body
}

async function* bounded(
  source: AsyncIterable<Buffer>,
  limit: number,
  explain: Bounds['explain'],
): AsyncGenerator<Buffer> {
  let size = 0
  try {
    for await (const chunk of source) {
      size += chunk.length
      if (size > limit) throw tooLarge(limit)
      yield chunk
    }
  } catch (error) {
    throw explain(error)
  }
}

const tooLarge = (limit: number): OutboundError =>
  new OutboundError('too-large', `the body is longer than ${limit} bytes`)
