import ipaddr from 'ipaddr.js'

/** Returns the network of an address, as wide as a household usually has it; undefined for a text that is no address. */
export function subnetOf(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return undefined
  const parsed = ipaddr.process(address)
  const bits = parsed.kind() === 'ipv4' ? 24 : 48
  const { IPv4, IPv6 } = ipaddr
  const subnet = (parsed.kind() === 'ipv4' ? IPv4 : IPv6).networkAddressFromCIDR(
    `${parsed.toString()}/${bits}`,
  )
  return `${subnet.toString()}/${bits}`
}

/** Returns the network of one user: with IPv6 that is 64 bits of addresses. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
