import { request } from 'undici'
import { isToken, type IdTokenRequest } from './access.js'
import { Fault } from './fault.js'
import { throughProxy } from './through-proxy.js'
import { unreachableReason } from './unreachable.js'

/** Limits of the answer: its time in milliseconds, and its size in bytes. */
const timeout = 30_000
const largest = 65_536

/** A JWT about the job that runs, from its CI system alone: what answers elsewhere is not asked. Throws a `Fault`. */
export async function idTokenFrom({ url, bearer }: IdTokenRequest, signal: AbortSignal): Promise<string> {
  const { origin } = new URL(url)
  const dispatcher = throughProxy({ maxResponseSize: largest })
  try {
    const { statusCode, body } = await request(url, {
      headers: { authorization: `Bearer ${bearer}`, accept: 'application/json' },
      dispatcher,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    })
    const jwt = statusCode === 200 ? valueIn(await body.text()) : undefined
    if (jwt === undefined)
      throw new Fault('refused', `the CI system gives this job no ID token: ${origin} answers ${statusCode}`)
    return jwt
  } catch (error) {
    if (error instanceof Fault || signal.aborted) throw error
    throw new Fault(
      'unreachable',
      `${origin}, which gives the ID tokens of CI, cannot be reached: ${unreachableReason(error)}`,
    )
  } finally {
    await dispatcher.destroy()
  }
}

function valueIn(text: string): string | undefined {
  try {
    const { value } = JSON.parse(text) as { value: unknown }
    return typeof value === 'string' && isToken(value) ? value : undefined
  } catch {
    return undefined
  }
}
