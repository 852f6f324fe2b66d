import { Readable } from 'node:stream'
import { StorageUnavailable } from '../../kernel/storage.js'
import { SilentServer } from './s3-silence.js'

const pieceSize = 64 * 1024

/** Lets the body of a request go out piece by piece, so that each piece that the connection takes is a sign of life. */
export function sentInPieces<Request extends { body?: unknown }>(
  request: Request,
  onPiece: () => void,
): Request {
  const { body } = request
  if (!Buffer.isBuffer(body) || body.length <= pieceSize) return request
  function* pieces(bytes: Buffer): Generator<Buffer> {
    for (let at = 0; at < bytes.length; at += pieceSize) {
      onPiece()
      yield bytes.subarray(at, at + pieceSize)
    }
  }
  // The library looks for the class of the request, and tries again with its own body.
  const sent = Object.assign(Object.create(Object.getPrototypeOf(request) as object) as Request, request)
  sent.body = Readable.from(pieces(body), { objectMode: false, highWaterMark: 1 })
  return sent
}

/**
 * Reads the body of an answer: what breaks off, or is silent for too long while it is waited for, ends with
 * `StorageUnavailable`. Returns it once its first byte is there, as long as that can still be answered.
 */
export async function received(body: Readable, timeout: number, onPiece: () => void): Promise<Readable> {
  const pieces = piecesOf(body, timeout, onPiece)
  const first = await pieces.next()
  async function* all(): AsyncGenerator<Buffer> {
    if (!first.done) yield first.value
    yield* pieces
  }
  const stream = Readable.from(all(), { objectMode: false })
  // A stream that nothing has read from yet ends without a word to what it reads.
  return stream.once('close', () => body.destroy())
}

async function* piecesOf(body: Readable, timeout: number, onPiece: () => void): AsyncGenerator<Buffer, void> {
  const iterator = body[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>
  for (;;) {
    const timer = setTimeout(() => body.destroy(new SilentServer(timeout)), timeout)
    const next = await iterator
      .next()
      .catch((error: unknown) => {
        throw new StorageUnavailable(error)
      })
      .finally(() => clearTimeout(timer))
    if (next.done) return
    onPiece()
    yield next.value
  }
}
