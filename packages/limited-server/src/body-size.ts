import type { IncomingMessage, ServerResponse } from 'node:http'
import { linger } from './linger.js'

export interface SizeLimit {
  /** The largest body, in bytes. */
  readonly most: number
  /** The answer to a larger one, as JSON. */
  readonly answer: string
}

/** The bytes that a piece of a body counts for at least: each is an object, however little it brings. */
const leastPiece = 256

/**
 * Refuses with 413 a body above this size: by its length before any of it is read, and one without a length, or in
 * countless pieces, as soon as more has come. False for one that is refused here and now; the caller then leaves it
 * alone. The count is taken where bytes come in, so it holds for whatever reads them.
 */
export function boundBody(req: IncomingMessage, res: ServerResponse, limit: SizeLimit): boolean {
  const isOver = Number(req.headers['content-length'] ?? 0) > limit.most
  if (isOver) refuse(req, res, limit)
  else count(req, res, limit)
  return !isOver
}

function count(req: IncomingMessage, res: ServerResponse, limit: SizeLimit): void {
  const push = req.push.bind(req)
  let came = 0
  let pieces = 0
  req.push = (chunk: Buffer | null, encoding) => {
    came += chunk?.length ?? 0
    pieces += 1
    if (came <= limit.most && pieces <= limit.most / leastPiece + 1) return push(chunk, encoding)
    refuse(req, res, limit)
    return false
  }
}

/**
 * Refuses the rest of the body, and does not end the answer before the connection ends: the end of a
 * connection whose client still sends takes the answer with it.
 */
function refuse(req: IncomingMessage, res: ServerResponse, { answer }: SizeLimit): void {
  const end = (): void => {
    req.destroy()
    req.socket.destroy()
  }
  if (res.headersSent) return end()
  req.push = () => false
  res.writeHead(413, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(answer),
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  })
  res.write(answer)
  setTimeout(() => res.end(end), linger).unref()
}
