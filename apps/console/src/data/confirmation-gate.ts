import { makeStore } from './store'

type Waiting = { promise: Promise<boolean>; settle: (isConfirmed: boolean) => void }

/**
 * Where changes wait that the API refuses for want of a fresh sign-in: `request` waits, the dialog of the shell sees it
 * and opens, and says whether the person has proven anew who they are.
 */
const gate = makeStore<Waiting | undefined>(undefined)

/** False when the person would rather not, or when there is no dialog on the page to ask. */
export function untilConfirmed(): Promise<boolean> {
  if (!gate.isWatched()) return Promise.resolve(false)
  const waiting = gate.get()
  if (waiting) return waiting.promise
  let settle: (isConfirmed: boolean) => void = () => undefined
  const promise = new Promise<boolean>((resolve) => (settle = resolve))
  gate.set({ promise, settle })
  return promise
}

export function endConfirmation(isConfirmed: boolean): void {
  gate.get()?.settle(isConfirmed)
  gate.set(undefined)
}

export const isConfirmationWanted = (): boolean => gate.get() !== undefined

export const onConfirmationChange = gate.subscribe
