/** The error for a server that is reached and says nothing. */
export class SilentServer extends Error {
  constructor(timeout: number) {
    super(`no byte came or went for ${timeout / 1000} seconds`)
    this.name = 'SilentServer'
  }
}

/** The time without a byte, which began at `since`, by `performance.now()`. */
export class Silence {
  private readonly controller = new AbortController()
  private timer: NodeJS.Timeout
  private hasEnded = false
  /** Fails once it has lasted too long. */
  readonly tooLong: Promise<never>

  constructor(
    private readonly timeout: number,
    since: number,
  ) {
    const { signal } = this.controller
    this.tooLong = new Promise((_, fail) => {
      signal.addEventListener('abort', () => fail(signal.reason as Error))
    })
    // It may fail where nothing waits for it.
    this.tooLong.catch(() => undefined)
    this.timer = this.wait(since + timeout - performance.now())
  }

  /** Signal that is aborted once the silence has lasted too long. */
  get signal(): AbortSignal {
    return this.controller.signal
  }

  /** A byte came or went. */
  restart(): void {
    if (this.hasEnded || this.signal.aborted) return
    clearTimeout(this.timer)
    this.timer = this.wait(this.timeout)
  }

  end(): void {
    this.hasEnded = true
    clearTimeout(this.timer)
  }

  private wait(time: number): NodeJS.Timeout {
    return setTimeout(() => this.controller.abort(new SilentServer(this.timeout)), Math.max(time, 0))
  }
}
