import CachePolicy from 'http-cache-semantics'
import type { Clock } from '../../kernel/clock.js'

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

export function createReadFreshness(clock: Clock): ReadFreshness {
  class Policy extends CachePolicy {
    now(): number {
      return clock.now().getTime()
    }
  }
  const freshnessOf = (policy: CachePolicy): Freshness => ({
    isStorable: policy.storable(),
    isFresh: () => policy.satisfiesWithoutRevalidation(request),
    freshFor: () => policy.timeToLive(),
    revalidation() {
      const headers = policy.revalidationHeaders(request)
      const [tag, since] = [headers['if-none-match'], headers['if-modified-since']]
      return {
        ...(typeof tag === 'string' && { 'if-none-match': tag }),
        ...(typeof since === 'string' && { 'if-modified-since': since }),
      }
    },
    renewed: (headers) =>
      freshnessOf(policy.revalidatedPolicy(request, { status: 304, headers: { ...headers } }).policy),
  })
  return (status, headers) => freshnessOf(new Policy(request, { status, headers: { ...headers } }, options))
}
