/** Number of waits for one question; a person who clicks fast is through with the first. */
const mostWaits = 3
/** Longest wait, in seconds: a limit that asks for more is no matter of a moment. */
const longestWait = 5

/** Sends again by itself once the time has passed that a limit names: what a limit refused was not begun. */
export async function sendInTurn(send: () => Promise<Response>, signal?: AbortSignal): Promise<Response> {
  for (let waits = 0; ; waits++) {
    const response = await send()
    const seconds = Number(response.headers.get('retry-after') ?? NaN)
    const isPassing = response.status === 429 && seconds >= 0 && seconds <= longestWait
    if (!isPassing || waits === mostWaits) return response
    await pause(seconds, signal)
  }
}

/** Waits, and rejects at once when the answer is no longer of use. */
const pause = (seconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000)
    const stop = () => {
      clearTimeout(timer)
      reject(new DOMException('The answer is no longer of use.', 'AbortError'))
    }
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
  })
