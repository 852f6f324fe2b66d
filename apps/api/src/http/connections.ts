import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'

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

/** The largest headers of one request, its first line included; above it Node answers 431 by itself. */
const largestHeaders = 16 * 1024

/** The idle time: longer than that of load balancers, so that none sends a request into a connection that ends. */
const usuallyIdle = 65_000

/** The number of requests of a connection that are being worked on. */
const running = Symbol('running requests')
type Counted = Socket & { [running]?: number }

/**
 * Creates Node's own server, from which slow and stuck clients are cut off. The time of a request as a whole is not
 * limited here: bodies are the matter of `bodyPace`, and what is being worked on ends by the limits of what it asks.
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
