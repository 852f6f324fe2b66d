import { isIP } from 'node:net'
import { isBracketed, isNetwork, isPublicAddress, liesIn } from './addresses.js'

/** Rules for whom we may talk to. */
export interface Egress {
  /** Tells whether the configuration itself names this host, so that its address may be any. */
  names(url: URL): boolean
  /** Tells whether a connection to this address may be made for this URL. */
  permits(url: URL, address: string): boolean
}

/** Host of a URL; of `[::1]` without the brackets. */
export const hostOf = (url: URL): string => writtenHostOf(url).replace(/^\[|\]$/g, '')

/** Host of a URL, an address of IPv6 in brackets, so that no port can be taken for a part of it. */
export const writtenHostOf = ({ hostname }: URL): string => hostname.replace(/\.$/, '')

export const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80')

/** Tells which hosts the configuration allows by themselves; those of a network only as addresses. */
export function allowedHosts(allowed: readonly string[]): (url: URL) => boolean {
  const egress = createEgress([], allowed)
  const networks = allowed.filter(isNetwork)
  return (url) =>
    egress.names(url) || (isIP(hostOf(url)) !== 0 && networks.some((network) => liesIn(hostOf(url), network)))
}

/** Entry of `EGRESS_ALLOW` as it is compared: addresses have several forms. */
function comparable(entry: string): string {
  if (!isBracketed(entry)) return entry.toLowerCase()
  const [address = '', port = ''] = entry.split(/(?<=\])/)
  return new URL(`http://${address}`).hostname + port
}

/**
 * `configured` are the URLs of the configuration for one purpose: each means its very host and port. `allowed` is `EGRESS_ALLOW`: hosts, with
 * a port or for every port, addresses and networks.
 */
export function createEgress(configured: readonly URL[], allowed: readonly string[]): Egress {
  const networks = allowed.filter(isNetwork)
  const hosts = new Set([
    ...configured.map((url) => `${writtenHostOf(url)}:${portOf(url)}`),
    ...allowed.filter((entry) => !isNetwork(entry)).map(comparable),
  ])
  const names = (url: URL): boolean =>
    hosts.has(writtenHostOf(url)) || hosts.has(`${writtenHostOf(url)}:${portOf(url)}`)
  return {
    names,
    permits: (url, address) =>
      names(url) || isPublicAddress(address) || networks.some((network) => liesIn(address, network)),
  }
}
