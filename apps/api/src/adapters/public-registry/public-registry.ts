import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { buffer } from 'node:stream/consumers'
import type { Clock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import { OutboundError, type Outbound, type OutboundPurpose } from '../../kernel/outbound.js'
import {
  PublicRegistryError,
  type FreshAnswer,
  type PublicAnswer,
  type PublicRegistry,
} from '../../kernel/public-registry.js'
import { createTranslate, type Said } from './answers.js'
import { createReadFreshness, type Freshness } from './freshness.js'

const MiB = 1024 * 1024

/** In milliseconds, queueing included: the engine gives up after 10 seconds. */
const longest = 9000
const largestAnswer = 16 * MiB
const cacheSize = 64 * MiB
/** What an entry takes beside its document. */
const entrySize = 1024
const atOnce = 16
/** After a failure what is stale is given out for so long before the registry is asked again, in milliseconds. */
const patience = 10_000

export interface PublicRegistrySettings {
  /** Without a slash at its end; undefined where there is none. */
  readonly url: string | undefined
  /** Where this proxy is found itself. */
  readonly mount: string
  readonly purpose: Extract<OutboundPurpose, 'public-registry' | 'provider-origins'>
  readonly outbound: Outbound
  readonly clock: Clock
  readonly log: Log
}

interface Cached {
  readonly answer: PublicAnswer
  readonly freshness: Freshness
  /** Until when it is given out though it is stale, since the registry has just failed. */
  readonly excusedUntil: number
}

/** A client of the public registry that caches answers, sends equal requests once, and falls back to the last one. */
export function createPublicRegistry(settings: PublicRegistrySettings): PublicRegistry {
  const { url, clock, log } = settings
  const translate = createTranslate(settings.mount)
  const readFreshness = createReadFreshness(clock)
  const cache = createCache()
  const listen = createListen(settings)
  const underWay = new Map<string, Promise<PublicAnswer>>()

  async function fetch(base: string, path: string, cached: Cached | undefined): Promise<FreshAnswer> {
    const said = await listen(base, path, cached)
    if (cached && said.status === 304) {
      const freshness = cached.freshness.renewed(said.headers)
      cache.set(path, { ...cached, freshness, excusedUntil: 0 })
      return { answer: cached.answer, freshFor: freshness.freshFor() }
    }
    const answer = translate(said)
    // Where a redirect leads may change at any time, however long what it leads to stands.
    const isRedirected = said.url.href !== new URL(`${base}${path}`).href
    const freshness = readFreshness(said.status, isRedirected ? {} : said.headers)
    if (freshness.isStorable) cache.set(path, { answer, freshness, excusedUntil: 0 })
    else cache.delete(path)
    return { answer, freshFor: freshness.freshFor() }
  }

  async function fetchOrExcuse(
    base: string,
    path: string,
    cached: Cached | undefined,
  ): Promise<PublicAnswer> {
    try {
      return (await fetch(base, path, cached)).answer
    } catch (error) {
      log.warn(
        { path: path.split('?')[0], error: String(error), stale: cached !== undefined },
        'the public registry failed',
      )
      if (!cached) throw toFault(error)
      cache.set(path, { ...cached, excusedUntil: clock.now().getTime() + patience })
      return cached.answer
    }
  }

  return {
    async ask(path) {
      if (url === undefined) throw new PublicRegistryError('unset', isUnset)
      const cached = cache.get(path)
      if (cached && (cached.freshness.isFresh() || clock.now().getTime() < cached.excusedUntil))
        return cached.answer
      const begun = underWay.get(path)
      if (begun) return begun
      const asking = fetchOrExcuse(url, path, cached).finally(() => underWay.delete(path))
      underWay.set(path, asking)
      return asking
    },
    async askAgain(path) {
      if (url === undefined) throw new PublicRegistryError('unset', isUnset)
      try {
        return await fetch(url, path, cache.get(path))
      } catch (error) {
        throw toFault(error)
      }
    },
  }
}

type Listen = (base: string, path: string, cached: Cached | undefined) => Promise<Said>

function createListen({ outbound, purpose }: PublicRegistrySettings): Listen {
  const limit = pLimit(atOnce)
  return (base, path, cached) => {
    const end = performance.now() + longest
    const headers = { accept: 'application/json', ...cached?.freshness.revalidation() }
    return limit(() => hear(outbound, { purpose, base, path, headers, end }))
  }
}

const isUnset = 'No public registry is set up here: PUBLIC_REGISTRY_URL is unset'

const createCache = (): LRUCache<string, Cached> =>
  new LRUCache({
    maxSize: cacheSize,
    sizeCalculation: ({ answer }, path) =>
      entrySize + path.length + (answer.kind === 'document' ? answer.bytes.length : 0),
  })

/** Reads what the registry says now, as a whole; `end` is a moment of `performance.now()`. */
async function hear(
  outbound: Outbound,
  asked: {
    purpose: OutboundPurpose
    base: string
    path: string
    headers: Readonly<Record<string, string>>
    end: number
  },
): Promise<Said> {
  const { purpose, base, path, headers, end } = asked
  const { body, ...head } = await outbound.open({
    purpose,
    method: 'GET',
    url: new URL(`${base}${path}`),
    headers,
    timeout: Math.max(1, Math.round(end - performance.now())),
    limit: largestAnswer,
  })
  return { ...head, path, bytes: await buffer(body) }
}

function toFault(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error
  const cause = { cause: error }
  if (error.fault === 'slow')
    return new PublicRegistryError('slow', 'The public registry did not answer in time', cause)
  const message =
    error.fault === 'too-large'
      ? 'The public registry answered with more than 16 MiB'
      : 'The public registry cannot be reached'
  return new PublicRegistryError('failed', message, cause)
}
