import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionLimits {
  /** Connections at once; one more is closed as soon as it is there. */
  readonly most: number
  /** How long a client may take nothing of its answer, or send nothing at all, in milliseconds. */
  readonly stall: number
  /** How long the headers of a request may take from the moment that its connection is there, in milliseconds. */
  readonly headers?: number
}

/** Of one request, its first line included; above it Node answers 431 by itself. */
const largestHeaders = 16 * 1024

/** Longer than load balancers keep theirs, so that none sends a request into a connection that just ends. */
const idle = 65_000

/**
 * Node's own server, from which slow and stuck clients are cut off. How long a request takes as a whole is not limited
 * here: bodies are the matter of `bodyPace`, and what is being worked on ends by the limits of what it asks.
 */
export function createLimitedServer(
  listener: RequestListener,
  { most, stall, headers = 20_000 }: ConnectionLimits,
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
  // Node tells of a connection on which nothing moves, whether it waits for the client or for us.
  server.setTimeout(stall, (socket: Socket) => {
    if (isStuck(socket)) socket.destroy()
  })
  return server
}

/** Bytes for the client wait that it does not take. Ending the connection lets go of the file that they come from. */
function isStuck(socket: Socket): boolean {
  return socket.writableLength > 0
}
