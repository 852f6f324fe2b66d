import { createHmac } from 'node:crypto'
import { config } from '../config'

/** The caller on behalf of whom the console's server asks the API. */
export type Caller = {
  /** Says who it was in the logs of both servers. */
  requestId: string
  /** The browser's address, with what proxies in front of the console added. */
  forwardedFor: string | null
  /** The browser in its own words, so that people know their sessions apart. */
  userAgent?: string | null
  token?: string | undefined
}

/** Names of the headers that `proxy.ts` gives every request. */
export const requestIdHeader = 'x-request-id'
export const pathHeader = 'x-console-path'

/** Time limit in milliseconds for requests of a user. */
const requestTimeout = 30_000

const saneRequestId = /^[A-Za-z0-9._-]{8,64}$/

/** The request id of a client or a proxy where it is sane, else a new one. */
export function requestIdOf(headers: Headers): string {
  const sent = headers.get(requestIdHeader)
  return sent !== null && saneRequestId.test(sent) ? sent : crypto.randomUUID()
}

export function callerOf(headers: Headers, token?: string): Caller {
  return {
    requestId: requestIdOf(headers),
    forwardedFor: headers.get('x-forwarded-for'),
    userAgent: headers.get('user-agent'),
    token,
  }
}

/** The API believes the addresses of a request only from proxies that are configured, and from us by this signature. */
export function signHop(key: Buffer, { requestId, forwardedFor }: Caller): string {
  return createHmac('sha256', key)
    .update(`${requestId}\n${forwardedFor ?? ''}`)
    .digest('base64url')
}

/**
 * Sends JSON to the GraphQL of the API, and hands back its answer as it is.
 * @throws when the API cannot be reached or does not answer in time, by default within half a minute.
 */
export function sendToApi(body: string, caller: Caller, timeout = requestTimeout): Promise<Response> {
  const headers = headersOf(caller)
  headers.set('content-type', 'application/json')
  return fetch(`${config().apiUrl}/graphql`, {
    method: 'POST',
    headers,
    body,
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  })
}

/**
 * Time limit in milliseconds for requests that a page needs to be answered at all; its later queries have
 * their own.
 */
const pageTimeout = 5000

/**
 * Tells whether the API and its database answer. An API that is about to stop is not ready but still answers,
 * so it gets a query: any answer counts, even a refusal.
 */
export async function isAnswering(caller: Caller): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(pageTimeout)
    const { ok } = await fetch(`${config().apiUrl}/readyz`, { cache: 'no-store', redirect: 'error', signal })
    return ok || (await sendToApi('{"query":"{ setup { required } }"}', caller, pageTimeout)).status < 500
  } catch {
    return false
  }
}

/**
 * Fetches a file from the API, to be handed on while it flows; `signal` ends it when its client is gone.
 * @throws when the API cannot be reached.
 */
export function fetchFromApi(path: string, caller: Caller, signal: AbortSignal): Promise<Response> {
  const headers = headersOf(caller)
  return fetch(config().apiUrl + path, { headers, cache: 'no-store', redirect: 'error', signal })
}

/** Returns the headers of every request to the API: they say whom it is for. */
export function headersOf(caller: Caller): Headers {
  const headers = new Headers({ [requestIdHeader]: caller.requestId })
  if (caller.forwardedFor !== null) headers.set('x-forwarded-for', caller.forwardedFor)
  headers.set('x-engine-hop', signHop(config().hopKey, caller))
  if (caller.userAgent) headers.set('user-agent', caller.userAgent)
  if (caller.token !== undefined) headers.set('authorization', `Bearer ${caller.token}`)
  return headers
}
