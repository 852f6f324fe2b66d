import autocannon from 'autocannon'

/** One request, as often as it is sent; each may have a path of its own. */
export interface Asking {
  readonly headers: Readonly<Record<string, string>>
  /** What it is to be answered with. */
  readonly status: number
  readonly path: string | (() => string)
}

/** What became of the requests of one slice of time. */
export interface Slice {
  /** Milliseconds of each that was answered. */
  readonly times: readonly number[]
  readonly seconds: number
}

export const connections = 32

/** Asks by so many connections at once for so long. Throws when one answer is not the one that is expected. */
export async function askAtOnce(origin: string, asking: Asking, seconds: number): Promise<Slice> {
  const { status, path, headers } = asking
  const times: number[] = []
  const strange = new Map<number, number>()
  const begun = performance.now()
  const result = await new Promise<autocannon.Result>((done, fail) => {
    const options: autocannon.Options = {
      url: origin,
      connections,
      duration: seconds,
      // It looks so often whether its time is over, in milliseconds.
      sampleInt: 20,
      requests: [
        typeof path === 'string' ? { path } : { setupRequest: (sent) => ({ ...sent, path: path() }) },
      ],
      headers: { ...headers },
    }
    const run = autocannon(options, (error, told) => (error ? fail(error) : done(told)))
    run.on('response', (_client, answered, _bytes, time) => {
      if (answered === status) times.push(time)
      else strange.set(answered, (strange.get(answered) ?? 0) + 1)
    })
  })
  const asked = `${typeof path === 'string' ? path : path()} at ${origin}`
  for (const [answered, count] of strange)
    throw new Error(`${asked} answered ${answered} ${count} times, not ${status}`)
  if (result.errors > 0) throw new Error(`${asked} had ${result.errors} broken connections or late answers`)
  return { times, seconds: (performance.now() - begun) / 1000 }
}
