import { sealData, unsealData } from 'iron-session'
import type { NextResponse } from 'next/server'
import { config } from '../config'

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

/** The content of the cookie: the API's session token, which the browser never sees in the clear. */
export type Session = { token: string }

/** Duration of a session in seconds, as in the API (contract §3). */
export const sessionSeconds = 12 * 60 * 60

/** Seals under the first key; its position in the list is not part of the seal. */
export const seal = (content: object, keys: readonly string[], seconds: number): Promise<string> =>
  sealData(content, { password: { 1: keys[0] ?? '' }, ttl: seconds })

/** Opens a seal made under any of the keys; undefined when it is absent, forged, broken, too old or not complete. */
export async function unseal<Content extends object>(
  text: string | undefined,
  keys: readonly string[],
  seconds: number,
  isComplete: (found: Partial<Content>) => found is Content,
): Promise<Content | undefined> {
  if (!text) return undefined
  for (const key of keys) {
    const options = { password: { 1: key }, ttl: seconds }
    const found = await unsealData<Partial<Content>>(text, options).catch(() => undefined)
    if (found && isComplete(found)) return found
  }
  return undefined
}

const isSession = (found: Partial<Session>): found is Session => typeof found.token === 'string'

export const sealSession = (session: Session, keys: readonly string[]): Promise<string> =>
  seal(session, keys, sessionSeconds)

export const openSession = (
  text: string | undefined,
  keys: readonly string[],
): Promise<Session | undefined> => unseal(text, keys, sessionSeconds, isSession)

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
