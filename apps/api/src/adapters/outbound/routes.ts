import { isIP, type LookupFunction } from 'node:net'
import { buildConnector, Client, ProxyAgent, type Dispatcher } from 'undici'
import { hostOf, portOf, type Egress } from './egress.js'
import { permittedAddresses, type Resolve } from './resolve.js'

/** How a request gets out. */
export interface Route {
  readonly dispatcher: Dispatcher
  /** What is asked: through a proxy the address in place of the name. */
  readonly url: URL
  /** Ends the connection; to be called once the answer is read. */
  close(): void
}

export interface Routing {
  readonly egress: Egress
  readonly resolve: Resolve
  /** For https, as `HTTPS_PROXY` says. */
  readonly proxy?: URL | undefined
  /** The proxy resolves names, since only it may know them; what is an address by itself is checked all the same. */
  readonly proxyResolves?: boolean
  /** Hosts that are asked directly all the same, as `NO_PROXY` says; a domain stands for its hosts. */
  readonly withoutProxy?: readonly string[]
}

/** Each request gets a connection of its own, so that each is looked up and checked, and ends with it. */
export function createRoutes(routing: Routing): (url: URL) => Promise<Route> {
  const { proxy, withoutProxy = [] } = routing
  const connect = guarded(routing)
  return async (url) => {
    if (proxy && url.protocol === 'https:' && !withoutProxy.some((host) => isOf(url, host)))
      return throughProxy(routing, proxy, url)
    return routeBy(new Client(url.origin, { connect, pipelining: 0 }), url)
  }
}

function routeBy(dispatcher: Dispatcher, url: URL): Route {
  return { dispatcher, url, close: () => void dispatcher.destroy().catch(() => {}) }
}

/** Of several addresses the next is tried after so long, in milliseconds; the shorter usual is too short for far ones. */
const eachInTurn = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 1000 }

/** Looks a name up once, and connects to no other address than those which were found permitted. */
function guarded({ resolve, egress }: Routing): buildConnector.connector {
  return (options, callback) => {
    const host = isIP(options.hostname) === 6 ? `[${options.hostname}]` : options.hostname
    const url = new URL(`${options.protocol}//${host}:${options.port}`)
    permittedAddresses(url, resolve, egress).then(
      (addresses) => buildConnector({ ...eachInTurn, lookup: pinned(addresses) })(options, callback),
      (error: Error) => callback(error, null),
    )
  }
}

function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, { all }, callback) => {
    if (all) return callback(null, found)
    callback(null, found[0]?.address ?? '', found[0]?.family)
  }
}

/** Names of this machine by themselves, wherever they are looked up (RFC 6761). */
const isOwn = (host: string): boolean => /(^|\.)localhost$/.test(host)

/** Leaves names to the proxy where it resolves them; for any other it gets the very address that was permitted. */
async function throughProxy(routing: Routing, proxy: URL, url: URL): Promise<Route> {
  const { resolve, egress, proxyResolves = false } = routing
  const asked = new URL(url)
  const host = hostOf(url)
  const isNameOfProxy = proxyResolves && !isIP(host) && !isOwn(host)
  if (!egress.names(url) && !isNameOfProxy) {
    const [address = ''] = await permittedAddresses(url, resolve, egress)
    asked.hostname = isIP(address) === 6 ? `[${address}]` : address
  }
  const requestTls = isIP(host) ? {} : { servername: host }
  return routeBy(new ProxyAgent({ uri: proxy.href, requestTls }), asked)
}

function isOf(url: URL, entry: string): boolean {
  const [, host = '', port] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
  if (port !== undefined && port !== portOf(url)) return false
  return entry === '*' || hostOf(url) === host || hostOf(url).endsWith(`.${host}`)
}
