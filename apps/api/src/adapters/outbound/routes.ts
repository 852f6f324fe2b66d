import { isIP, type LookupFunction } from 'node:net'
import { buildConnector, Pool, ProxyAgent, type Dispatcher } from 'undici'
import { failingWithProxy } from '@engine/shared/proxy-connector'
import { lruCache } from '../../kernel/lru-cache.js'
import { isNetwork, liesIn } from './addresses.js'
import { hostOf, portOf, writtenHostOf, type Egress } from './egress.js'
import { permittedAddresses, type Resolve } from './resolve.js'

/** Time limit in milliseconds within which an open connection is used again: few servers hang up as soon. */
const reusedWithin = 1000
/** Maximum number of hosts and addresses whose open connections are found again. */
const mostHosts = 1000

/** Route of a request to the outside. */
export interface Route {
  readonly dispatcher: Dispatcher
  /** Address that is requested: through a proxy an IP address in place of the name. */
  readonly url: URL
}

export interface Routing {
  readonly egress: Egress
  readonly resolve: Resolve
  /** Proxy for https, as `HTTPS_PROXY` says. */
  readonly proxy?: URL | undefined
  /** The proxy resolves names, since only it may know them; what is an address by itself is checked all the same. */
  readonly proxyResolves?: boolean
  /** Hosts that are asked directly all the same, as `NO_PROXY` says; a domain stands for its hosts. */
  readonly withoutProxy?: readonly string[]
}

/**
 * Finds the route of each request. Its name is looked up and checked for each, and it gets a connection to the very
 * addresses that were found, perhaps an open one. A request that must not be sent twice gets a new one: a server may
 * hang up on an open one just then.
 */
export function createRoutes(routing: Routing): (url: URL, mayReuse: boolean) => Promise<Route> {
  const { proxy, withoutProxy = [], resolve, egress } = routing
  const open = lruCache<string, Dispatcher>(mostHosts)
  return async (url, mayReuse) => {
    const isProxied =
      proxy !== undefined && url.protocol === 'https:' && !withoutProxy.some((host) => isOf(url, host))
    const way = isProxied
      ? await throughProxy(routing, proxy, url)
      : directly(url, await permittedAddresses(url, resolve, egress))
    const dispatcher = (mayReuse ? open.get(way.key) : undefined) ?? way.connect()
    if (mayReuse) open.set(way.key, dispatcher)
    return { dispatcher, url: way.url }
  }
}

/** Way to a server: requests with equal keys may share connections. */
interface Way {
  readonly key: string
  readonly url: URL
  connect(): Dispatcher
}

/**
 * Delay in milliseconds before the next of several addresses is tried; the usual one is too short for far
 * servers.
 */
const eachInTurn = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 1000 }

/** Connects to no other address than those which were found permitted. */
function directly(url: URL, addresses: readonly string[]): Way {
  const connect = () =>
    new Pool(url.origin, {
      keepAliveTimeout: reusedWithin,
      keepAliveMaxTimeout: reusedWithin,
      connect: buildConnector({ ...eachInTurn, lookup: pinned(addresses) }),
    })
  return { key: [url.origin, ...addresses].join(' '), url, connect }
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
async function throughProxy(routing: Routing, proxy: URL, url: URL): Promise<Way> {
  const { resolve, egress, proxyResolves = false } = routing
  const asked = new URL(url)
  const host = hostOf(url)
  const isNameOfProxy = proxyResolves && !isIP(host) && !isOwn(host)
  if (!egress.names(url) && !isNameOfProxy) {
    const [address = ''] = await permittedAddresses(url, resolve, egress)
    asked.hostname = isIP(address) === 6 ? `[${address}]` : address
  }
  const requestTls = isIP(host) ? {} : { servername: host }
  const connect = () =>
    new ProxyAgent({
      ...{
        uri: proxy.href,
        requestTls,
        factory: (origin, options) => new Pool(origin, failingWithProxy(options)),
      },
      ...{ keepAliveTimeout: reusedWithin, keepAliveMaxTimeout: reusedWithin },
    })
  return { key: `${asked.origin} for ${host}`, url: asked, connect }
}

function isOf(url: URL, entry: string): boolean {
  if (isNetwork(entry)) return liesIn(hostOf(url), entry)
  const [, host = '', port] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
  if (port !== undefined && port !== portOf(url)) return false
  const asked = writtenHostOf(url)
  return entry === '*' || asked === host || asked.endsWith(`.${host}`)
}
