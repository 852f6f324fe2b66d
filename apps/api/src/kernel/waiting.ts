/** Acts that wait for a signal, which has one listener for all of them: many works of a caller may share its signal. */
const acts = new WeakMap<AbortSignal, Set<() => void>>()

/** Runs an act once a signal is aborted. Returns a function that takes the act out again. */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  const own = acts.get(signal) ?? listenTo(signal)
  // A function that is new, so that the same act may wait twice.
  const entry = (): void => act()
  own.add(entry)
  return () => own.delete(entry)
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const own = new Set<() => void>()
  acts.set(signal, own)
  signal.addEventListener('abort', () => own.forEach((act) => act()), { once: true })
  return own
}

/** Waits for work until a signal is aborted; throws its reason then. The work itself may go on. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason as Error)
    if (signal.aborted) end()
    work.then(resolve, reject).finally(onAbort(signal, end))
  })
}

/** Waits for work for a number of milliseconds; undefined where that is not enough. The work itself goes on. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
