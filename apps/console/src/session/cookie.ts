import type { NextResponse } from 'next/server'
import { config } from '../config'
import { openSession, sealSession, sessionSeconds, type Session } from './seal'

/** The prefix makes browsers insist on https, the whole host and the root path. */
const cookieName = (): string => (config().secure ? '__Host-engine-session' : 'engine-session')

type CookieReader = { get: (name: string) => { value: string } | undefined }

/** The session of a request, or undefined. `cookies` is the request's own or that of `next/headers`. */
export function readSession(cookies: CookieReader): Promise<Session | undefined> {
  return openSession(cookies.get(cookieName())?.value, config().sessionKeys)
}

export async function writeSession(response: NextResponse, session: Session): Promise<void> {
  const seal = await sealSession(session, config().sessionKeys)
  response.cookies.set(cookieName(), seal, { ...attributes(), maxAge: sessionSeconds })
}

export function clearSession(response: NextResponse): void {
  response.cookies.set(cookieName(), '', { ...attributes(), maxAge: 0 })
}

const attributes = () => ({
  httpOnly: true,
  secure: config().secure,
  sameSite: 'lax' as const,
  path: '/',
})
