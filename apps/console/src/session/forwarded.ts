/**
 * The addresses a request came over, with the one it was really received from at the end: the only one that cannot be
 * forged. Who reads the list trusts it from the end backwards.
 */
export function appendAddress(sent: string | string[] | undefined, peer: string | undefined): string {
  const chain = (Array.isArray(sent) ? sent : [sent ?? '']).flatMap((list) => list.split(','))
  const sane = chain
    .map((address) => address.trim())
    .filter((address) => /^[0-9A-Fa-f.:]{2,45}$/.test(address))
  return [...sane.slice(-20), plain(peer ?? '')].join(', ')
}

/** A dual-stack socket writes IPv4 addresses as mapped IPv6 ones. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '')
