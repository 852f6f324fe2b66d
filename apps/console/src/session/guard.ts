import { NextResponse, type NextRequest } from 'next/server'
import { config } from '../config'
import { consoleHeader } from '../paths'

/** The parts of a request that decide whether it may change something. */
type Sender = { method: string; origin: string | null; consoleHeader: string | null }

/**
 * Returns why a request is refused, or undefined if it may pass. A request that could change something must
 * come from a page of this console: the cookie alone proves nothing, since a browser adds it to requests of
 * foreign pages too.
 */
export function refusal(sender: Sender, consoleOrigin: string): string | undefined {
  if (sender.method === 'GET' || sender.method === 'HEAD') return undefined
  if (sender.origin !== consoleOrigin)
    return `This console answers at ${consoleOrigin} only. Open it there and try again.`
  if (sender.consoleHeader !== '1') return `The header ${consoleHeader} is missing.`
  return undefined
}

/** Returns why this request is refused, or undefined. */
export function refusalOf({ method, headers }: NextRequest): string | undefined {
  const sender = { method, origin: headers.get('origin'), consoleHeader: headers.get(consoleHeader) }
  return refusal(sender, config().origin)
}

/** A refusal in the shape of GraphQL's errors. */
export const refused = (reason: string): NextResponse =>
  NextResponse.json({ errors: [{ message: reason, extensions: { code: 'REFUSED' } }] }, { status: 403 })
