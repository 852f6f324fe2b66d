import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { buffer } from 'node:stream/consumers'
import type { Clock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import { OutboundError, type Outbound } from '../../kernel/outbound.js'
import { PublicRegistryError, type PublicAnswer, type PublicRegistry } from '../../kernel/public-registry.js'
import { createTranslate, type Said } from './answers.js'
import { createReadFreshness, type Freshness } from './freshness.js'

const MiB = 1024 * 1024

/** In milliseconds, waiting for a turn included: the engine gives up after 10 seconds. */
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
  readonly outbound: Outbound
  readonly clock: Clock
  readonly log: Log
}

interface Kept {
  readonly answer: PublicAnswer
  readonly freshness: Freshness
  /** Until when it is given out though it is stale, since the registry has just failed. */
  readonly excusedUntil: number
}

/**
 * Asks the public registry, and remembers what it said for as long as it allows. Of many who ask the same at the same
 * moment one is sent; when the registry fails, what it said last still holds.
 */
export function createPublicRegistry(settings: PublicRegistrySettings): PublicRegistry {
  const { url, outbound, clock, log } = settings
  const translate = createTranslate(settings.mount)
  const readFreshness = createReadFreshness(clock)
  const limit = pLimit(atOnce)
  const cache = new LRUCache<string, Kept>({
    maxSize: cacheSize,
    sizeCalculation: ({ answer }, path) =>
      entrySize + path.length + (answer.kind === 'document' ? answer.bytes.length : 0),
  })
  const underWay = new Map<string, Promise<PublicAnswer>>()

  /** What the registry says now, as a whole. */
  async function listen(base: string, path: string, kept: Kept | undefined): Promise<Said> {
    const end = performance.now() + longest
    return limit(async () => {
      const { body, ...head } = await outbound.open({
        method: 'GET',
        url: new URL(`${base}${path}`),
        headers: { accept: 'application/json', ...kept?.freshness.revalidation() },
        timeout: Math.max(1, Math.round(end - performance.now())),
        limit: largestAnswer,
      })
      return { ...head, path, bytes: await buffer(body) }
    })
  }

  async function fetch(base: string, path: string, kept: Kept | undefined): Promise<PublicAnswer> {
    const said = await listen(base, path, kept)
    const { status, headers } = said
    if (kept && status === 304) {
      cache.set(path, { ...kept, freshness: kept.freshness.renewed(headers), excusedUntil: 0 })
      return kept.answer
    }
    const answer = translate(said)
    // Where a redirect leads may change at any time, however long what it leads to stands.
    const isRedirected = said.url.href !== new URL(`${base}${path}`).href
    const freshness = readFreshness(status, isRedirected ? {} : headers)
    if (freshness.isStorable) cache.set(path, { answer, freshness, excusedUntil: 0 })
    else cache.delete(path)
    return answer
  }

  async function fetchOrExcuse(base: string, path: string, kept: Kept | undefined): Promise<PublicAnswer> {
    try {
      return await fetch(base, path, kept)
    } catch (error) {
      log.warn(
        { path: path.split('?')[0], error: String(error), stale: kept !== undefined },
        'the public registry failed',
      )
      if (!kept) throw toFault(error)
      cache.set(path, { ...kept, excusedUntil: clock.now().getTime() + patience })
      return kept.answer
    }
  }

  return {
    async ask(path) {
      if (url === undefined)
        throw new PublicRegistryError(
          'unset',
          'No public registry is set up here: PUBLIC_REGISTRY_URL is unset',
        )
      const kept = cache.get(path)
      if (kept && (kept.freshness.isFresh() || clock.now().getTime() < kept.excusedUntil)) return kept.answer
      const begun = underWay.get(path)
      if (begun) return begun
      const asking = fetchOrExcuse(url, path, kept).finally(() => underWay.delete(path))
      underWay.set(path, asking)
      return asking
    },
  }
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
