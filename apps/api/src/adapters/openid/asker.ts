import { text } from 'node:stream/consumers'
import type { CustomFetch } from 'openid-client'
import type { Outbound } from '../../kernel/outbound.js'

const patience = 10_000
const longestAnswer = 1024 * 1024

/** How the library for OpenID asks: through the one way out, by short texts. */
export function asker(outbound: Outbound): CustomFetch {
  return async (url, { method, headers: given, body }) => {
    const sent = new Headers(given)
    const headers = (['accept', 'authorization', 'content-type'] as const).flatMap((name) => {
      const value = sent.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    const answer = await outbound.open({
      purpose: 'single-sign-on',
      method: method === 'POST' ? 'POST' : 'GET',
      url: new URL(url),
      headers: Object.fromEntries(headers),
      ...(body !== null && body !== undefined && { content: String(body) }),
      timeout: patience,
      limit: longestAnswer,
    })
    const read = await text(answer.body)
    const isEmpty = [204, 205, 304].includes(answer.status)
    return new Response(isEmpty ? null : read, {
      status: answer.status,
      headers: { 'content-type': answer.headers['content-type'] ?? '' },
    })
  }
}
