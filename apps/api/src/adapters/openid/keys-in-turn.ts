import type * as openid from 'openid-client'

/** Tried at most: each is a signature to reckon. */
export const mostKeys = 20

/** The answer of the token endpoint to one sign-in, so that it can be looked at again, a code being good once. */
export interface TokenAnswer {
  readonly status: number
  readonly body: string
  readonly contentType: string
}

/** The keys that may have made a signature that does not name its own; undefined for other errors. */
function candidatesIn(error: unknown): readonly object[] | undefined {
  if (!(error instanceof Error)) return undefined
  const { candidates } = (error.cause ?? {}) as { readonly candidates?: unknown }
  if (Array.isArray(candidates) && candidates.length > 1) return candidates.slice(0, mostKeys)
  return candidatesIn(error.cause)
}

/** Answers as a provider would that has this key alone, and answered the code so. */
export const answering =
  (server: openid.ServerMetadata, key: object, answer: TokenAnswer | undefined): openid.CustomFetch =>
  async (url) => {
    if (url === server.jwks_uri) return Response.json({ keys: [key] })
    const { status, body, contentType } = answer ?? { status: 503, body: '', contentType: '' }
    return new Response(body, { status, headers: { 'content-type': contentType } })
  }

/**
 * Looks at an answer again with each of the keys alone that fit an ID token without `kid`, and answers with the first that
 * made its signature. Rethrows what is no matter of keys, and the last failure where none fits.
 */
export async function withEachKey<T>(error: unknown, look: (key: object) => Promise<T>): Promise<T> {
  const keys = candidatesIn(error)
  if (keys === undefined) throw error
  let last = error
  for (const key of keys) {
    try {
      return await look(key)
    } catch (failure) {
      last = failure
    }
  }
  throw last
}
