import ipaddr from 'ipaddr.js'
import { isIP, isIPv6 } from 'node:net'

type Address = ipaddr.IPv4 | ipaddr.IPv6

const nat64 = ipaddr.parseCIDR('64:ff9b::/96')
const globalUnicast = ipaddr.parseCIDR('2000::/3')
/** Public by its number, but only ever found inside of one provider's machines, where it hands out secrets. */
const hostAgent = '168.63.129.16'

/** The address that is meant: IPv4 in the clothes of IPv6 (mapped, or by the well-known NAT64 prefix) is IPv4. */
function plain(text: string): Address {
  const address = ipaddr.process(text)
  if (address.kind() === 'ipv4' || !address.match(nat64)) return address
  return ipaddr.fromByteArray(address.toByteArray().slice(12))
}

/** Tells whether an address is one of the public internet; false for what is no address. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = plain(text)
  if (address.range() !== 'unicast' || address.toString() === hostAgent) return false
  return address.kind() === 'ipv4' || address.match(globalUnicast)
}

/** Tells whether an address lies in a network such as `10.0.0.0/8`, or equals the one that is named. */
export function liesIn(text: string, network: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = plain(text)
  const [base, given] = network.split('/')
  const from = ipaddr.process(base ?? '')
  const bits = given === undefined ? from.toByteArray().length * 8 : Number(given)
  return address.kind() === from.kind() && address.match(from, bits)
}

/** An address, or a network such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [base = ''] = text.split('/')
  return isIP(base) !== 0 && (base === text || ipaddr.isValidCIDR(text))
}

/** An address of IPv6 in brackets, such as `[fd00::1]`, also with a port. */
export function isBracketed(text: string): boolean {
  const [, address = ''] = /^\[([^\]%]+)\](?::\d{1,5})?$/.exec(text) ?? []
  return isIPv6(address)
}
