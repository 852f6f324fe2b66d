import CachePolicy from 'http-cache-semantics'
import { days, type Clock } from '../../kernel/clock.js'

type Headers = Readonly<Record<string, string>>

/** What an answer says of its own life (RFC 9111), as for a cache that many share. */
export interface Freshness {
  readonly isStorable: boolean
  isFresh(): boolean
  /** For how long it is still fresh, in milliseconds. */
  freshFor(): number
  /** What the registry is asked with, so that it can say that nothing has changed. */
  revalidation(): { 'if-none-match'?: string; 'if-modified-since'?: string }
  /** After the registry said so. */
  renewed(headers: Headers): Freshness
}

export type ReadFreshness = (status: number, headers: Headers) => Freshness

/** What says nothing of its life is asked for again every time: a guess would hide what was published since. */
const options = { shared: true, cacheHeuristic: 0 }

/** Nothing of our client's request goes to the registry, so all requests are alike. */
const request = { url: '/', method: 'GET', headers: {} }

/** The longest span that counts: a longer one is no promise that a registry can make, and may be no date at all. */
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
