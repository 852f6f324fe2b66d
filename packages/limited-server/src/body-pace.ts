import type { IncomingMessage, ServerResponse } from 'node:http'

export interface PaceLimits {
  /** The time in which a body has to bring more than next to nothing, in milliseconds. */
  readonly stall: number
  /** The longest time of a body in all, in milliseconds. */
  readonly longest: number
}

/** The slowest pace, in bytes a second. */
const slowest = 1024

/** The longest time of a body after its answer, in milliseconds. */
const longestAfterwards = 5 * 60_000

/**
 * Breaks off with 408 a body that comes at less than 1 KiB a second. A large file over a slow line may take its time as
 * long as it gets on, and no idle client occupies a connection. Bytes that wait for this process count for it.
 */
export function paceBody(req: IncomingMessage, res: ServerResponse, limits: PaceLimits): void {
  if (hasBody(req)) watch(req, res, limits)
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function watch(req: IncomingMessage, res: ServerResponse, { stall, longest }: PaceLimits): void {
  const { socket } = req
  // Some of the body may have come with the headers, so the first interval always passes.
  let seen = -Infinity
  let elapsed = 0
  let afterwards = 0
  const timer = setInterval(() => {
    if (req.complete || socket.destroyed) return clearInterval(timer)
    const came = socket.bytesRead - seen
    seen = socket.bytesRead
    elapsed += stall
    if (res.writableEnded) afterwards += stall
    const isWaiting = req.readableLength > 0 && !res.writableEnded
    const isSlow = came < (slowest * stall) / 1000 && !isWaiting
    if (isSlow || elapsed >= longest || afterwards > longestAfterwards) breakOff(req, res)
  }, stall).unref()
  req.once('close', () => clearInterval(timer))
}

/** Ends the reading of the body too: after an answer, the end of the connection alone would not do that. */
function breakOff(req: IncomingMessage, res: ServerResponse): void {
  const end = (): void => {
    req.destroy()
    req.socket.destroy()
  }
  if (res.headersSent) return end()
  res.writeHead(408, { Connection: 'close', 'Content-Length': 0 })
  res.end(end)
}
