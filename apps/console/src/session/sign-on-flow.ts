import type { NextResponse } from 'next/server'
import { config } from '../config'
import { cookieAttributes, cookieName, type CookieReader, seal, unseal } from './cookie'

/** State of a sign-in at the provider that this browser alone knows until it returns. */
export type SignOnFlow = {
  state: string
  nonce: string
  codeVerifier: string
  /** Time after which the person has to sign in again at the provider. */
  authenticatedAfter?: string | null
  next: string
}

/** People type passwords and look for their phones meanwhile. */
const flowSeconds = 15 * 60

const name = (): string => cookieName('engine-sign-on')

export async function writeFlow(response: NextResponse, flow: SignOnFlow): Promise<void> {
  const sealed = await seal(flow, config().signOnKeys, flowSeconds)
  response.cookies.set(name(), sealed, cookieAttributes(flowSeconds))
}

export function clearFlow(response: NextResponse): void {
  response.cookies.set(name(), '', cookieAttributes(0))
}

const isFlow = ({ state, nonce, codeVerifier, next }: Partial<SignOnFlow>): boolean =>
  Boolean(state && nonce && codeVerifier && next)

/** Undefined when there is none, or it is forged, broken or too old. */
export const readFlow = (cookies: CookieReader): Promise<SignOnFlow | undefined> =>
  unseal(
    cookies.get(name())?.value,
    config().signOnKeys,
    flowSeconds,
    (found: Partial<SignOnFlow>): found is SignOnFlow => isFlow(found),
  )
