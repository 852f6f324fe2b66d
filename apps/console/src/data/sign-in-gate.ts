/** Why requests wait. */
export type GateReason = 'ended' | 'signed-out' | 'other-user'

/**
 * Where questions wait while the session has ended, or is not this person's any more: `request` waits, the sign-in
 * dialog of the shell sees it and opens, and lets everything pass once the person is back.
 */
let waiting: { promise: Promise<void>; open: () => void; reason: GateReason } | undefined
const listeners = new Set<() => void>()

const tellAll = (): void => listeners.forEach((listener) => listener())

/** The last reason counts: it is the one that the person has to know. */
export function shutGate(reason: GateReason): Promise<void> {
  let open = waiting?.open ?? ((): void => undefined)
  const promise = waiting?.promise ?? new Promise<void>((resolve) => (open = resolve))
  const isNews = waiting?.reason !== reason
  waiting = { promise, open, reason }
  if (isNews) tellAll()
  return promise
}

/** Resolves at once while nothing stands against asking. */
export const whenOpen = (): Promise<void> => waiting?.promise ?? Promise.resolve()

/** Waits for the person to sign in, after an answer without a session. */
export const untilSignedIn = (): Promise<void> => waiting?.promise ?? shutGate('ended')

export function signedInAgain(): void {
  waiting?.open()
  waiting = undefined
  tellAll()
}

export const whyShut = (): GateReason | undefined => waiting?.reason

export function onGateChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
