import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionLimits {
  /** Connections at once; one more is closed as soon as it is there. */
  readonly most: number
  /** How long a client may take nothing of its answer, or send nothing at all, in milliseconds. */
  readonly stall: number
  /** How long the headers of a request may take from the moment that its connection is there, in milliseconds. */
  readonly headers?: number
  /** How long a connection may wait for its next request, in milliseconds. */
  readonly idle?: number
}

/** Of one request, its first line included; above it Node answers 431 by itself. */
const largestHeaders = 16 * 1024

/** Longer than load balancers keep theirs, so that none sends a request into a connection that just ends. */
const usuallyIdle = 65_000

/** How many requests of a connection are being worked on. */
const running = Symbol('running requests')
type Counted = Socket & { [running]?: number }

/**
 * Node's own server, from which slow and stuck clients are cut off. How long a request takes as a whole is not limited
 * here: bodies are the matter of `bodyPace`, and what is being worked on ends by the limits of what it asks.
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
