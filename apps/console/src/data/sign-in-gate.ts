import { makeStore } from './store'

/** Why requests wait. */
export type GateReason = 'ended' | 'signed-out' | 'other-user'

type Waiting = { promise: Promise<void>; open: () => void; reason: GateReason }

/**
 * Where questions wait while the session has ended, or is not this person's any more: `request` waits, the sign-in
 * dialog of the shell sees it and opens, and lets everything pass once the person is back.
 */
const gate = makeStore<Waiting | undefined>(undefined)

/** The last reason counts: it is the one that the person has to know. */
export function shutGate(reason: GateReason): Promise<void> {
  const waiting = gate.get()
  let open = waiting?.open ?? ((): void => undefined)
  const promise = waiting?.promise ?? new Promise<void>((resolve) => (open = resolve))
  if (waiting?.reason !== reason) gate.set({ promise, open, reason })
  return promise
}

/** Resolves at once while nothing stands against asking. */
export const whenOpen = (): Promise<void> => gate.get()?.promise ?? Promise.resolve()

/** Waits for the person to sign in, after an answer without a session. */
export const untilSignedIn = (): Promise<void> => gate.get()?.promise ?? shutGate('ended')

export function signedInAgain(): void {
  gate.get()?.open()
  gate.set(undefined)
}

export const whyShut = (): GateReason | undefined => gate.get()?.reason

export const onGateChange = gate.subscribe
