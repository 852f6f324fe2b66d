import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Keyring } from '../kernel/signing.js'

/** The header that proves a request to be from the console's server; it signs the request's id and addresses. */
const hopHeader = 'x-engine-hop'
const purpose = 'console-hop'

/** A test whether a hop is one of the trusted proxies; Express makes it of the setting `trust proxy`. */
type Trusts = (address: string, hop: number) => boolean

/** Finds the address of the client behind `TRUSTED_PROXIES` and the console, known by its signature (contract §9). */
export function clientAddress(
  keyring: Keyring,
  trusts: Trusts,
): (req: IncomingMessage) => string | undefined {
  const keys = keyring.derive(purpose).all
  return ({ headers, socket }) => {
    const direct = plain(socket.remoteAddress ?? '')
    const forwarded = textOf(headers['x-forwarded-for'])
    if (forwarded === '') return direct || undefined
    const addresses = forwarded.split(',').map((address) => plain(withoutPort(address.trim())))
    const chain = addresses.filter((address) => address !== '')
    if (!isFromConsole(headers, forwarded, keys)) chain.push(direct)
    const last = chain.length - 1
    const found = chain.findLast((address, index) => index === 0 || !trusts(address, last - index))
    // A word of a proxy in place of an address, such as `unknown`, distinguishes no client.
    return found !== undefined && isIP(found) > 0 ? found : direct || undefined
  }
}

/** Some proxies say the port too, `203.0.113.7:41234` or `[2001:db8::1]:443`, which differs with each connection. */
function withoutPort(address: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? []
  return bracketed ?? plain ?? address
}

/** An address of IPv4 as such, where a listener for both kinds says `::ffff:203.0.113.7`. */
const plain = (address: string): string => /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address

const textOf = (header: string | readonly string[] | undefined): string => String(header ?? '')

function isFromConsole(
  headers: IncomingMessage['headers'],
  forwarded: string,
  keys: readonly Buffer[],
): boolean {
  const hop = textOf(headers[hopHeader])
  if (hop === '') return false
  const given = Buffer.from(hop, 'base64url')
  const signed = `${textOf(headers['x-request-id'])}\n${forwarded}`
  return keys.some((key) => {
    const right = createHmac('sha256', key).update(signed).digest()
    return given.length === right.length && timingSafeEqual(given, right)
  })
}
