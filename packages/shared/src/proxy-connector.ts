type Heard = [error: null, socket: never] | [error: Error, socket: null]

/** Function of a client that opens a connection, and hears of its socket or why there is none. */
type Connector = (options: never, hear: (...heard: Heard) => void) => void

/**
 * Options of a connection that leads through a proxy, for the HTTP client (undici): where the proxy hangs up before the
 * connection leads on, its request fails. The client takes the error of such a socket for that of an open connection, which
 * it replaces: it would ask the proxy again at once, without end, also after the caller has left. So the error goes on
 * under another code, with its cause.
 */
export function failingWithProxy<Options extends object>(options: Options): Options {
  if (!('connect' in options) || typeof options.connect !== 'function') return options
  const connect = options.connect as Connector
  const failing: Connector = (asked, hear) =>
    connect(asked, (...heard) => {
      const [error] = heard
      if (error === null || !('code' in error) || error.code !== 'UND_ERR_SOCKET') hear(...heard)
      else hear(new ProxyHungUp(error), null)
    })
  return { ...options, connect: failing }
}

class ProxyHungUp extends Error {
  readonly code = 'PROXY_HUNG_UP'

  constructor(cause: Error) {
    super(`the proxy hung up (${cause.message})`, { cause })
  }
}
