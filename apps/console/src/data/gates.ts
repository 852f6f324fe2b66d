import { makeStore } from './store'

/** Reasons why requests wait. */
export type GateReason = 'ended' | 'signed-out' | 'other-user'

type Waiting = { promise: Promise<void>; open: () => void; reason: GateReason }

/**
 * Gate for requests while the session has ended or belongs to another person: `request` waits, the shell sees
 * it and opens the sign-in dialog, and lets all requests pass once the person is back.
 */
const gate = makeStore<Waiting | undefined>(undefined)

type WaitingForConfirmation = { promise: Promise<boolean>; settle: (isConfirmed: boolean) => void }

/**
 * Gate for changes that the API refuses without a fresh sign-in: `request` waits, the shell sees it and opens
 * its dialog, and reports whether the person has confirmed their identity.
 */
const confirmationGate = makeStore<WaitingForConfirmation | undefined>(undefined)

/** False when the person would rather not, or when there is no dialog on the page to ask. */
export function untilConfirmed(): Promise<boolean> {
  if (!confirmationGate.isWatched()) return Promise.resolve(false)
  const waiting = confirmationGate.get()
  if (waiting) return waiting.promise
  let settle: (isConfirmed: boolean) => void = () => undefined
  const promise = new Promise<boolean>((resolve) => (settle = resolve))
  confirmationGate.set({ promise, settle })
  return promise
}

export function endConfirmation(isConfirmed: boolean): void {
  confirmationGate.get()?.settle(isConfirmed)
  confirmationGate.set(undefined)
}

export const isConfirmationWanted = (): boolean => confirmationGate.get() !== undefined

export const onConfirmationChange = confirmationGate.subscribe

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

/** Waits for the person to sign in, after an answer without a session; false where no dialog on the page asks for it. */
export async function untilSignedIn(): Promise<boolean> {
  if (!gate.isWatched()) return false
  await (gate.get()?.promise ?? shutGate('ended'))
  return true
}

export function signedInAgain(): void {
  gate.get()?.open()
  gate.set(undefined)
}

export const whyShut = (): GateReason | undefined => gate.get()?.reason

export const onGateChange = gate.subscribe
