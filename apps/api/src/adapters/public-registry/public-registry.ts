import { LRUCache } from 'lru-cache'
import { buffer } from 'node:stream/consumers'
import type { Clock } from '../../kernel/clock.js'
import { Coalescer } from '../../kernel/coalescer.js'
import { FairQueue } from '../../kernel/fair-queue.js'
import type { Log } from '../../kernel/log.js'
import { OutboundError, type Outbound, type OutboundPurpose } from '../../kernel/outbound.js'
import {
  momentWithStored,
  noPublicRegistry,
  PublicRegistryError,
  type Requester,
  type FreshAnswer,
  type PublicAnswer,
  type PublicRegistry,
} from '../../kernel/public-registry.js'
import type { Timeouts } from '../../kernel/timeouts.js'
import { within } from '../../kernel/waiting.js'
import { createTranslate, type UpstreamResponse } from './answers.js'
import type { RegistryDocuments } from './registry-documents.js'
import { createReadFreshness, type Freshness } from './freshness.js'

const MiB = 1024 * 1024

const largestAnswer = 16 * MiB
const cacheSize = 64 * MiB
/** Size of an entry without its document, in bytes. */
const entrySize = 1024
/**
 * Limits of the queue. A line gets at most half of the requests, so that another one is served at once, and one more
 * than a discovery takes, so that known providers do not wait for it.
 */
const turns = { running: 18, runningOfALine: 9, waiting: 1000, waitingInAll: 10_000 }
/** The time after a failure in which stale answers are sent before the registry is asked again, in milliseconds. */
const pause = 10_000

export interface PublicRegistrySettings {
  /** The address without a slash at its end; undefined where no registry is set up. */
  readonly url: string | undefined
  /** The path of this proxy. */
  readonly mount: string
  readonly purpose: Extract<OutboundPurpose, 'public-registry' | 'provider-origins'>
  readonly outbound: Outbound
  readonly documents: RegistryDocuments
  readonly clock: Clock
  readonly log: Log
  readonly timeouts: Pick<Timeouts, 'publicRegistry'>
}

interface Cached {
  readonly answer: PublicAnswer
  readonly freshness: Freshness
  /** The end of the time for which the stale answer is sent, since the registry has just failed. */
  readonly excusedUntil: number
}

/** Creates a client of the public registry. */
export function createPublicRegistry(settings: PublicRegistrySettings): PublicRegistry {
  return new RegistryClient(settings)
}

/**
 * A client of the public registry that caches answers, sends equal requests once, and falls back to the last answer.
 * Organizations take turns, and requests whose callers have left are taken out of the queue.
 */
class RegistryClient implements PublicRegistry {
  private readonly translate
  private readonly readFreshness
  private readonly cache = createCache()
  private readonly queue = new FairQueue({ ...turns, full: tooMany })
  /** The questions of each line, which wait for a turn once. */
  private readonly questions = new Coalescer<PublicAnswer>()
  /** The requests that run. */
  private readonly requests = new Coalescer<PublicAnswer>()

  constructor(private readonly settings: PublicRegistrySettings) {
    this.translate = createTranslate(settings.mount, settings.documents)
    this.readFreshness = createReadFreshness(settings.clock)
  }

  get load(): { readonly running: number; readonly waiting: number } {
    return this.queue.load
  }

  async ask(path: string, { line, signal }: Requester): Promise<PublicAnswer> {
    requireUrl(this.settings.url)
    const current = this.current(path)
    if (current) return current
    const cached = this.cache.get(path)
    // With a cached answer the question goes on when its caller has left.
    const asking = this.questions.run(`${line} ${path}`, cached ? undefined : signal, (ending) =>
      this.question(path, line, this.timed(ending)),
    )
    if (!cached) return asking.catch((error: unknown) => Promise.reject(toFault(error)))
    const answered = asking.catch(() => cached.answer)
    const answer = await within(momentWithStored, answered)
    if (!answer) this.excuse(path, cached)
    return answer ?? cached.answer
  }

  async askAgain(path: string, { line, signal }: Requester): Promise<FreshAnswer> {
    requireUrl(this.settings.url)
    const ending = this.timed(signal)
    try {
      return await this.queue.run(line, () => this.refresh(path, ending), ending)
    } catch (error) {
      throw toFault(error)
    }
  }

  async inTurn<Result>({ line, signal }: Requester, work: () => Promise<Result>): Promise<Result> {
    try {
      return await this.queue.run(line, work, this.timed(signal))
    } catch (error) {
      throw toFault(error)
    }
  }

  /** Finds the cached answer that is fresh, or that replaces the answer of a registry that has just failed. */
  private current(path: string): PublicAnswer | undefined {
    const cached = this.cache.get(path)
    if (!cached) return undefined
    const stands = cached.freshness.isFresh() || this.settings.clock.now().getTime() < cached.excusedUntil
    return stands ? cached.answer : undefined
  }

  /** Waits for a turn. Another line may have the same request under way by then: that one is joined, out of turn. */
  private async question(path: string, line: string, signal: AbortSignal): Promise<PublicAnswer> {
    const { answer, joined } = await this.queue.run<{
      answer?: PublicAnswer
      joined?: Promise<PublicAnswer>
    }>(
      line,
      async () => {
        const answer = this.current(path)
        if (answer) return { answer }
        const joined = this.requests.join(path, signal)
        if (joined) return { joined }
        return { answer: await this.requests.run(path, signal, (ending) => this.request(path, ending)) }
      },
      signal,
    )
    return answer ?? joined ?? Promise.reject(tooMany())
  }

  private timed(signal: AbortSignal | undefined): AbortSignal {
    const late = AbortSignal.timeout(this.settings.timeouts.publicRegistry)
    return signal ? AbortSignal.any([late, signal]) : late
  }

  private async request(path: string, signal: AbortSignal): Promise<PublicAnswer> {
    const cached = this.cache.get(path)
    try {
      return (await this.refresh(path, signal)).answer
    } catch (error) {
      const fields = { path: path.split('?')[0], error: String(error), stale: cached !== undefined }
      this.settings.log.warn(fields, 'the public registry failed')
      if (!cached) throw error
      this.excuse(path, cached)
      return cached.answer
    }
  }

  private excuse(path: string, cached: Cached): void {
    const excusedUntil = this.settings.clock.now().getTime() + pause
    // An answer that has come meanwhile stays.
    if (this.cache.peek(path)?.answer === cached.answer) this.cache.set(path, { ...cached, excusedUntil })
  }

  private async refresh(path: string, signal: AbortSignal): Promise<FreshAnswer> {
    const { url = '' } = this.settings
    const cached = this.cache.get(path)
    const response = await fetchUpstream(this.settings, {
      url: new URL(`${url}${path}`),
      path,
      cached,
      signal,
    })
    if (cached && response.status === 304) {
      const freshness = cached.freshness.renewed(response.headers)
      this.cache.set(path, { ...cached, freshness, excusedUntil: 0 })
      return { answer: cached.answer, freshFor: freshness.freshFor() }
    }
    const answer = await this.translate(response)
    // The target of a redirect may change at any time, however long its own answer is fresh.
    const isRedirected = response.url.href !== new URL(`${url}${path}`).href
    const freshness = this.readFreshness(response.status, isRedirected ? {} : response.headers)
    if (freshness.isStorable) this.cache.set(path, { answer, freshness, excusedUntil: 0 })
    else this.cache.delete(path)
    return { answer, freshFor: freshness.freshFor() }
  }
}

function requireUrl(url: string | undefined): void {
  if (url === undefined) throw noPublicRegistry()
}

const tooMany = (): PublicRegistryError =>
  new PublicRegistryError(
    'busy',
    'Too many requests to the public registry wait already. Try again in a few seconds.',
  )

const createCache = (): LRUCache<string, Cached> =>
  new LRUCache({
    maxSize: cacheSize,
    sizeCalculation: ({ answer }, path) =>
      entrySize + path.length + (answer.kind === 'document' ? answer.bytes.length : 0),
  })

/** Fetches the response of the registry, as a whole. */
async function fetchUpstream(
  { outbound, purpose, timeouts }: PublicRegistrySettings,
  { url, path, cached, signal }: { url: URL; path: string; cached: Cached | undefined; signal: AbortSignal },
): Promise<UpstreamResponse> {
  const { body, ...head } = await outbound.open({
    ...{ purpose, method: 'GET', url, signal },
    headers: { accept: 'application/json', ...cached?.freshness.revalidation() },
    timeout: timeouts.publicRegistry,
    limit: largestAnswer,
  })
  return { ...head, path, bytes: await buffer(body) }
}

function toFault(error: unknown): unknown {
  const cause = { cause: error }
  const slow = () => new PublicRegistryError('slow', 'The public registry did not answer in time', cause)
  // A wait for a turn that was too long, or whose caller has left.
  if (error instanceof DOMException) return slow()
  if (!(error instanceof OutboundError)) return error
  if (error.fault === 'slow') return slow()
  const message =
    error.fault === 'too-large'
      ? 'The public registry answered with more than 16 MiB'
      : 'The public registry cannot be reached'
  return new PublicRegistryError('failed', message, cause)
}
