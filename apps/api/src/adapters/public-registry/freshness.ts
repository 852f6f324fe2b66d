import CachePolicy from 'http-cache-semantics'
import { days, type Clock } from '../../kernel/clock.js'

type Headers = Readonly<Record<string, string>>

/** The freshness of an answer by its own headers (RFC 9111), as for a shared cache. */
export interface Freshness {
  readonly isStorable: boolean
  isFresh(): boolean
  /** Returns the time for which it is still fresh, in milliseconds. */
  freshFor(): number
  /** Returns the headers of a request to which the registry can answer that nothing has changed. */
  revalidation(): { 'if-none-match'?: string; 'if-modified-since'?: string }
  /** Returns the freshness after the registry answered so. */
  renewed(headers: Headers): Freshness
}

export type ReadFreshness = (status: number, headers: Headers) => Freshness

/** Options of the library: an answer without freshness is never reused, since a guess would hide new versions. */
const options = { shared: true, cacheHeuristic: 0 }

/** The request of every answer: nothing of our client's request goes to the registry, so all are alike. */
const request = { url: '/', method: 'GET', headers: {} }

/** The longest time that counts: a registry cannot promise a longer one, and it may be no date at all. */
const longestSpan = days(365)

function validatorsOf({ etag, 'last-modified': modified }: Headers): Headers {
  return { ...(etag !== undefined && { etag }), ...(modified !== undefined && { 'last-modified': modified }) }
}

export function createReadFreshness(clock: Clock): ReadFreshness {
  class Policy extends CachePolicy {
    now(): number {
      return clock.now().getTime()
    }
  }
  const freshnessOf = (policy: CachePolicy, validators: Headers): Freshness => ({
    isStorable: policy.storable(),
    isFresh: () => policy.satisfiesWithoutRevalidation(request),
    freshFor: () => Math.min(policy.timeToLive() || 0, longestSpan),
    revalidation() {
      const headers = policy.revalidationHeaders(request)
      const [tag, since] = [headers['if-none-match'], headers['if-modified-since']]
      return {
        ...(typeof tag === 'string' && { 'if-none-match': tag }),
        ...(typeof since === 'string' && { 'if-modified-since': since }),
      }
    },
    // A 304 need not repeat what it was asked with, but to the library one that does not is of another answer.
    renewed: (headers) => {
      const answer = { status: 304, headers: { ...validators, ...headers } }
      return freshnessOf(policy.revalidatedPolicy(request, answer).policy, validatorsOf(answer.headers))
    },
  })
  return (status, headers) => {
    const policy = new Policy(request, { status, headers: { ...headers } }, options)
    return freshnessOf(policy, validatorsOf(headers))
  }
}
