import type { NextResponse } from 'next/server'
import { config } from '../config'
import { openSession, sealSession, sessionSeconds, type Session } from './seal'

/** The prefix makes browsers insist on https, the whole host and the root path. */
export const cookieName = (name: string): string => (config().secure ? `__Host-${name}` : name)

/** A browser that comes back from a provider comes by a link of another site: with `strict` cookies would stay behind. */
export const cookieAttributes = (maxAge: number) => ({
  httpOnly: true,
  secure: config().secure,
  sameSite: 'lax' as const,
  path: '/',
  maxAge,
})

export type CookieReader = { get: (name: string) => { value: string } | undefined }

const name = (): string => cookieName('engine-session')

/** The session of a request, or undefined. `cookies` is the request's own or that of `next/headers`. */
export function readSession(cookies: CookieReader): Promise<Session | undefined> {
  return openSession(cookies.get(name())?.value, config().sessionKeys)
}

export async function writeSession(response: NextResponse, session: Session): Promise<void> {
  const seal = await sealSession(session, config().sessionKeys)
  response.cookies.set(name(), seal, cookieAttributes(sessionSeconds))
}

export function clearSession(response: NextResponse): void {
  response.cookies.set(name(), '', cookieAttributes(0))
}
