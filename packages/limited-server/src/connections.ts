import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { linger } from './linger.js'

export interface ConnectionLimits {
  /** The most connections at once; one more is closed as soon as it is there. */
  readonly most: number
  /** The longest time for which a client may take nothing of its answer, or send nothing at all, in milliseconds. */
  readonly stall: number
  /** The longest time until the headers of a request are there, from the moment of its connection, in milliseconds. */
  readonly headers?: number
  /** The longest time for which a connection may wait for its next request, in milliseconds. */
  readonly idle?: number
}

/** The largest headers of one request, its first line included. */
const largestHeaders = 16 * 1024

/** The idle time: longer than that of load balancers, so that none sends a request into a connection that ends. */
const usuallyIdle = 65_000

/** The number of requests of a connection that are being worked on. */
const running = Symbol('running requests')
type Counted = Socket & { [running]?: number }

/**
 * Creates Node's own server, from which slow and stuck clients are cut off. The time of a request as a whole is not
 * limited here: bodies are the matter of `paceBody`, and what is being worked on ends by the limits of what it asks.
 */
export function createLimitedServer(
  listener: RequestListener,
  { most, stall, headers = 20_000, idle = usuallyIdle }: ConnectionLimits,
): Server {
  const server = createServer(
    {
      headersTimeout: headers,
      requestTimeout: 0,
      keepAliveTimeout: idle,
      connectionsCheckingInterval: Math.min(headers, 5000),
      maxHeaderSize: largestHeaders,
    },
    listener,
  )
  server.maxConnections = most
  server.on('clientError', refuse)
  server.on('request', ({ socket }: { socket: Counted }, res) => {
    socket[running] = (socket[running] ?? 0) + 1
    res.on('close', () => (socket[running] = (socket[running] ?? 0) - 1))
  })
  // Node reports a connection on which nothing moves. A client that waits for us may go on waiting; bytes that it does
  // not take are given up, and so is the file that they come from.
  server.setTimeout(stall, (socket: Counted) => {
    const waitsForUs = (socket[running] ?? 0) > 0 && socket.writableLength === 0
    if (!waitsForUs) socket.destroy()
  })
  return server
}

const statusOfError: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/**
 * Answers what is no request, or one whose headers do not come or are too large. Node would answer the same and end the
 * connection at once: where the client has sent more than was read, that takes the answer with it.
 */
function refuse({ code = '' }: NodeJS.ErrnoException, socket: Counted): void {
  if (socket.writableEnded) return
  if (!socket.writable || (socket[running] ?? 0) > 0) return void socket.destroy()
  const status = statusOfError[code] ?? 400
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  setTimeout(() => socket.destroy(), linger).unref()
}
