import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Request } from 'express'
import type { Keyring } from '../kernel/signing.js'

/** The console's server proves by this header that it is one of us; it signs the request's id and addresses. */
const hopHeader = 'x-engine-hop'
const purpose = 'console-hop'

type Trusts = (address: string, hop: number) => boolean

/**
 * The address of whoever asks. Between it and us the proxies of `TRUSTED_PROXIES` count, and the console's own
 * server, which is known by its signature and not by where it runs (contract §9).
 */
export function clientAddress(keyring: Keyring): (req: Request) => string | undefined {
  const keys = keyring.derive(purpose).all
  return (req) => {
    const chain = (req.get('x-forwarded-for') ?? '').split(',').map((address) => address.trim())
    if (!isFromConsole(req, keys)) return req.ip
    const trusts = req.app.get('trust proxy fn') as Trusts
    return chain.findLast((address, index) => index === 0 || !trusts(address, chain.length - index)) ?? req.ip
  }
}

function isFromConsole(req: Request, keys: readonly Buffer[]): boolean {
  const given = Buffer.from(req.get(hopHeader) ?? '', 'base64url')
  const signed = `${req.get('x-request-id') ?? ''}\n${req.get('x-forwarded-for') ?? ''}`
  return keys.some((key) => {
    const right = createHmac('sha256', key).update(signed).digest()
    return given.length === right.length && timingSafeEqual(given, right)
  })
}
