/**
 * Where questions wait while the session has ended: `request` waits, the sign-in dialog of the shell sees it
 * and opens, and lets everything pass once the person is back.
 */
let waiting: { promise: Promise<void>; open: () => void } | undefined
const listeners = new Set<() => void>()

const tellAll = (): void => listeners.forEach((listener) => listener())

export function untilSignedIn(): Promise<void> {
  if (waiting === undefined) {
    let open = (): void => undefined
    const promise = new Promise<void>((resolve) => (open = resolve))
    waiting = { promise, open }
    tellAll()
  }
  return waiting.promise
}

export function signedInAgain(): void {
  waiting?.open()
  waiting = undefined
  tellAll()
}

export const someoneWaits = (): boolean => waiting !== undefined

export function onWaitingChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
