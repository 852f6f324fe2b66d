import { isIP } from 'node:net'
import { isNetwork, isPublicAddress, liesIn } from './addresses.js'

/** Whom we may talk to. */
export interface Egress {
  /** Whether the configuration itself names this host, so that its address may be any. */
  names(url: URL): boolean
  /** Whether a connection to this address may be made for this URL. */
  permits(url: URL, address: string): boolean
}

/** Of a URL; of `[::1]` without the brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

export const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80')

/** Tells which hosts the configuration allows by themselves; those of a network only as addresses. */
export function allowedHosts(allowed: readonly string[]): (url: URL) => boolean {
  const egress = createEgress([], allowed)
  const networks = allowed.filter(isNetwork)
  return (url) =>
    egress.names(url) || (isIP(hostOf(url)) !== 0 && networks.some((network) => liesIn(hostOf(url), network)))
}

/**
 * `named` are the URLs of the configuration for one purpose: each means its very host and port. `allowed` is `EGRESS_ALLOW`: hosts, with
 * a port or for every port, addresses and networks.
 */
export function createEgress(named: readonly URL[], allowed: readonly string[]): Egress {
  const networks = allowed.filter(isNetwork)
  const hosts = new Set([
    ...named.map((url) => `${hostOf(url)}:${portOf(url)}`),
    ...allowed.filter((entry) => !isNetwork(entry)).map((entry) => entry.toLowerCase()),
  ])
  const names = (url: URL): boolean => hosts.has(hostOf(url)) || hosts.has(`${hostOf(url)}:${portOf(url)}`)
  return {
    names,
    permits: (url, address) =>
      names(url) || isPublicAddress(address) || networks.some((network) => liesIn(address, network)),
  }
}
