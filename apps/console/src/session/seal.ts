import { sealData, unsealData } from 'iron-session'

/** The content of the cookie: the API's session token, which the browser never sees in the clear. */
export type Session = { token: string }

/** As long as the API's own session (contract §3). */
export const sessionSeconds = 12 * 60 * 60

/** Seals under the first key; its position in the list is not part of the seal. */
export function sealSession(session: Session, keys: readonly string[]): Promise<string> {
  return sealData(session, { password: { 1: keys[0] ?? '' }, ttl: sessionSeconds })
}

/** Opens a seal made under any of the keys; undefined when it is absent, forged, broken or too old. */
export async function openSession(
  seal: string | undefined,
  keys: readonly string[],
): Promise<Session | undefined> {
  if (!seal) return undefined
  for (const key of keys) {
    const session = await openWith(seal, key)
    if (session !== undefined) return session
  }
  return undefined
}

async function openWith(seal: string, key: string): Promise<Session | undefined> {
  try {
    const { token } = await unsealData<Partial<Session>>(seal, { password: { 1: key }, ttl: sessionSeconds })
    return typeof token === 'string' ? { token } : undefined
  } catch {
    return undefined
  }
}
