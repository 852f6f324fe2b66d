import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { OutboundError } from '../../kernel/outbound.js'
import { hostOf, type Egress } from './egress.js'

/** All addresses of a name, the preferred one first. */
export type Resolve = (name: string) => Promise<readonly string[]>

/** Resolves as the machine's own programs do, its hosts file included. */
export const resolveBySystem: Resolve = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address)

/** The addresses to connect to, looked up once. One that is not permitted spoils the others too. */
export async function permittedAddresses(
  url: URL,
  resolve: Resolve,
  egress: Egress,
): Promise<readonly string[]> {
  const host = hostOf(url)
  const addresses = isIP(host) ? [host] : await resolve(host)
  if (addresses.length === 0) throw new OutboundError('unreachable', `${host} has no address`)
  const forbidden = addresses.find((address) => !egress.permits(url, address))
  if (forbidden === undefined) return addresses
  throw new OutboundError('refused', `${host} is at ${forbidden}, which is not public`)
}
