import { Client } from 'undici'

export interface Answer {
  readonly status: number
  readonly text: string
}

/** One client that asks one thing after the other over one connection. */
export class BenchClient {
  private readonly connection: Client

  constructor(origin: string) {
    this.connection = new Client(origin, { keepAliveTimeout: 60_000 })
  }

  async ask(
    path: string,
    token?: string,
    {
      method = 'GET',
      body,
      type,
    }: { method?: 'GET' | 'POST' | 'PUT'; body?: string | Buffer; type?: string } = {},
  ): Promise<Answer> {
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(type !== undefined && { 'content-type': type }),
    }
    const answer = await this.connection.request({ path, method, headers, body: body ?? null })
    return { status: answer.statusCode, text: await answer.body.text() }
  }

  close(): Promise<void> {
    return this.connection.close()
  }
}

/** Milliseconds of each of so many calls, shortest first; the first calls of all do not count. */
export async function timesOf(call: () => Promise<void>, count: number, uncounted = 10): Promise<number[]> {
  const times: number[] = []
  for (let n = -uncounted; n < count; n++) {
    const start = performance.now()
    await call()
    if (n >= 0) times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)
}

/** The time that such a part of all stays within. */
export function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}
