import { sealData, unsealData } from 'iron-session'
import type { NextResponse } from 'next/server'
import { config } from '../config'

/** What this browser alone knows of the sign-in that it began at the provider, until it is back. */
export type SignOnFlow = {
  state: string
  nonce: string
  codeVerifier: string
  /** Where the provider has to ask again: since when. */
  authenticatedAfter?: string | null
  next: string
}

/** People type passwords and look for their phones meanwhile. */
const flowSeconds = 15 * 60

/** The prefix makes browsers insist on https, the whole host and the root path. */
const cookieName = (): string => (config().secure ? '__Host-engine-sign-on' : 'engine-sign-on')

const attributes = (maxAge: number) => ({
  httpOnly: true,
  secure: config().secure,
  // The browser comes back from another site, by a link: with `strict` the cookie would stay behind.
  sameSite: 'lax' as const,
  path: '/',
  maxAge,
})

export async function writeFlow(response: NextResponse, flow: SignOnFlow): Promise<void> {
  const password = { 1: config().signOnKeys[0] ?? '' }
  response.cookies.set(
    cookieName(),
    await sealData(flow, { password, ttl: flowSeconds }),
    attributes(flowSeconds),
  )
}

export function clearFlow(response: NextResponse): void {
  response.cookies.set(cookieName(), '', attributes(0))
}

type CookieReader = { get: (name: string) => { value: string } | undefined }

/** Undefined when there is none, or it is forged, broken or too old. */
export async function readFlow(cookies: CookieReader): Promise<SignOnFlow | undefined> {
  const seal = cookies.get(cookieName())?.value
  if (!seal) return undefined
  for (const key of config().signOnKeys) {
    const flow = await openWith(seal, key)
    if (flow !== undefined) return flow
  }
  return undefined
}

async function openWith(seal: string, key: string): Promise<SignOnFlow | undefined> {
  try {
    const { state, nonce, codeVerifier, next, ...rest } = await unsealData<Partial<SignOnFlow>>(seal, {
      password: { 1: key },
      ttl: flowSeconds,
    })
    if (!state || !nonce || !codeVerifier || !next) return undefined
    return { state, nonce, codeVerifier, next, ...rest }
  } catch {
    return undefined
  }
}
