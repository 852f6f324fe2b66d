/**
 * Where changes wait that the API refuses for want of a fresh sign-in: `request` waits, the dialog of the shell sees it
 * and opens, and says whether the person has proven anew who they are.
 */
let waiting: { promise: Promise<boolean>; settle: (isConfirmed: boolean) => void } | undefined
const listeners = new Set<() => void>()

const tellAll = (): void => listeners.forEach((listener) => listener())

/** False when the person would rather not, or when there is no dialog on the page to ask. */
export function untilConfirmed(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  if (waiting) return waiting.promise
  let settle: (isConfirmed: boolean) => void = () => undefined
  const promise = new Promise<boolean>((resolve) => (settle = resolve))
  waiting = { promise, settle }
  tellAll()
  return promise
}

export function endConfirmation(isConfirmed: boolean): void {
  waiting?.settle(isConfirmed)
  waiting = undefined
  tellAll()
}

export const isConfirmationWanted = (): boolean => waiting !== undefined

export function onConfirmationChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
