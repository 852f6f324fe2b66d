import type { IncomingMessage } from 'node:http'
import { unauthenticated } from '../kernel/errors.js'

/** Returns the value behind `Authorization: Bearer`; undefined for anything else. */
export function bearerIn(header: string): string | undefined {
  return /^Bearer ([^\s,]+)$/i.exec(header.trim())?.[1]
}

/** Returns the request's bearer; undefined without the header. Throws `unauthenticated` for one of another form. */
export function bearerOf({ headers }: IncomingMessage): string | undefined {
  if (headers.authorization === undefined) return undefined
  const value = bearerIn(headers.authorization)
  if (value === undefined) throw unauthenticated({ why: 'malformed header' })
  return value
}
