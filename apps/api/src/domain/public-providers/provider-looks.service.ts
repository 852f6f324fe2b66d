import pLimit from 'p-limit'
import { days, later, minutes } from '../../kernel/clock.js'
import { asSystem, type OperationContext } from '../../kernel/context.js'
import { Coalescer } from '../../kernel/coalescer.js'
import { isNotFound, notFound } from '../../kernel/errors.js'
import { lruCache } from '../../kernel/lru-cache.js'
import { inBackground, PublicRegistryError, type Requester } from '../../kernel/public-registry.js'
import { untilAborted } from '../../kernel/waiting.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { MaintenanceTask, ShouldContinue } from '../maintenance/maintenance.js'
import { askedHosts, type ListedProvider, type ListedVersion } from './provider-origins.js'
import { FirstLooks } from './first-looks.js'
import { proofOf, shasumsDigestOf, type ProofTools, type ProviderProof } from './provider-proof.js'
import {
  fullAddress,
  publicVersionEntry,
  statusOf,
  type NumberedVersion,
  type PublicProvider,
  type PublicProviderAddress,
  type PublicProviderVersion,
} from './public-provider.js'
import type { PublicProviderVersionsStore, SeenVersion } from './public-provider-versions.store.js'
import type { PublicProvidersStore } from './public-providers.store.js'

/** Of a provider, so many of its newest versions are looked at by themselves. */
const newestVersions = 20
const atOnce = 4
/** The same for a caller who waits. */
const atOnceForCaller = 8
/** What is looked at behind answers, at most; the rest comes with the next answer, or by the watch. */
const mostBehind = 100
/** For what a caller waits, in milliseconds: the engine gives up after ten seconds. */
const timeout = 8500
/** How much of it the dates of versions may take, and the last begin of a proof: what is proven is answered. */
const timeoutForDates = 4000
const timeoutForProofs = 6500
/** Digests are compared so often. */
const comparedEvery = days(1)
/** Providers are looked at so long after one of their versions was last delivered. */
const lookedAfterDelivery = days(90)
/** A name that its origin does not know is not asked for again for so long. */
const unknownFor = minutes(1)
const mostUnknown = 10_000
/** Of what is new at one look; an older one when it is first asked for. */
const mostProvenAtOnce = 100
/** In one run; the others come with the next. */
const mostLooks = 100_000

export interface LookParts extends ProofTools {
  readonly rows: PublicProvidersStore
  readonly versions: PublicProviderVersionsStore
  readonly transactions: Transactions
  readonly audit: AuditService
  /** What else happens with a version that the site's cooldown holds, in the transaction that proves it. */
  readonly followHeld: (
    tx: OperationContext,
    provider: PublicProvider,
    version: PublicProviderVersion,
  ) => Promise<void>
  readonly siteCooldown: number
  /** In milliseconds; 0: it never looks by itself. */
  readonly watch: number
}

/** Does work for a caller who waits: it ends when the caller has left or its time is over, by a `PublicRegistryError`. */
export async function withTimeout<T>(
  { signal: left }: Pick<OperationContext, 'signal'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController()
  const end = (): void => ending.abort(new PublicRegistryError('slow', 'The origin did not answer in time'))
  const timer = setTimeout(end, timeout)
  left?.addEventListener('abort', end, { once: true })
  if (left?.aborted) end()
  try {
    return await untilAborted(work(ending.signal), ending.signal)
  } finally {
    clearTimeout(timer)
    left?.removeEventListener('abort', end)
  }
}

/** How much is asked: `digests` compares those of the newest versions too. */
interface LookOptions {
  readonly digests: boolean
}

/**
 * Looks at origins: which versions there are, what proves them, and whether they are still what was first seen (contract
 * §14). What fails is noted and changes nothing else: nothing unseen becomes available while an origin cannot be asked.
 */
export class ProviderLooksService implements MaintenanceTask {
  readonly name = 'public-providers'
  readonly every: number
  private readonly underWay = new Coalescer<PublicProvider>()
  private readonly firstLooks = new FirstLooks()
  /** When names that origins do not know may be asked for again. */
  private readonly unknown = lruCache<string, Date>(mostUnknown)
  private behindNow = 0
  /** Proofs are written in few transactions at a time: others have the rest of the connections. */
  private readonly writing = pLimit(2)

  constructor(private readonly parts: LookParts) {
    this.every = parts.watch
  }

  /** The requests to origins that run, and that wait for their turn. */
  get load(): { readonly running: number; readonly waiting: number } {
    return this.parts.origins.load
  }

  /** The number of first looks that were refused, since their callers had caused too many. */
  get refused(): number {
    return this.firstLooks.refused
  }

  /**
   * Looks at a provider that may be unknown, for a caller who waits. Throws `notFound` where its origin has none,
   * `rate-limited` where the caller has caused too many looks, and `PublicRegistryError`.
   */
  async first(
    ctx: OperationContext,
    address: PublicProviderAddress,
    { line }: Requester,
  ): Promise<PublicProvider> {
    const name = fullAddress(address).toLowerCase()
    const unknownUntil = this.unknown.get(name)
    if (unknownUntil && ctx.clock.now() < unknownUntil) throw notFound()
    // Another line waits for its own look: it would get the turns of the first one otherwise.
    const look = (signal: AbortSignal) => this.firstOf(ctx, address, name, { line, signal })
    return withTimeout(ctx, (signal) => this.underWay.run(`${line} ${name}`, signal, look))
  }

  private async firstOf(
    ctx: OperationContext,
    address: PublicProviderAddress,
    name: string,
    requester: Requester,
  ): Promise<PublicProvider> {
    const known = await this.parts.rows.findAt(ctx, address)
    if (known) return known
    this.firstLooks.take(ctx)
    try {
      return await this.meet(asSystem(ctx, 'the watch of providers'), address, requester)
    } catch (error) {
      if (isNotFound(error)) this.unknown.set(name, later(ctx.clock.now(), unknownFor))
      throw error
    }
  }

  /** Looks again at what is known, whatever the clock says; a failure is noted. */
  async again(ctx: OperationContext, provider: PublicProvider, options: LookOptions): Promise<void> {
    const what = options.digests ? 'digests of' : 'versions of'
    await this.underWay.run(`${what} ${provider.id}`, undefined, async () => {
      await this.look(asSystem(ctx, 'the watch of providers'), provider, options)
      return provider
    })
  }

  /** The same behind an answer: what fails goes to the log. */
  behind(ctx: OperationContext, provider: PublicProvider, options: LookOptions = { digests: false }): void {
    if (this.behindNow >= mostBehind) return
    this.behindNow++
    void this.quietly(ctx, provider, options).finally(() => this.behindNow--)
  }

  /** Checks a version that was not looked at yet, for a caller who waits. Throws `PublicRegistryError`. */
  async check(
    ctx: OperationContext,
    provider: PublicProvider,
    version: PublicProviderVersion,
    { line, signal }: Requester,
  ): Promise<void> {
    await this.underWay.run(`${line} ${version.id}`, signal, async (ending) => {
      const requester = { line, signal: ending }
      await this.prove(asSystem(ctx, 'the watch of providers'), provider, version, requester)
      return provider
    })
  }

  /** Notes that the origin has something else than at first, once; for people to decide. */
  async alter(
    ctx: OperationContext,
    provider: PublicProvider,
    version: PublicProviderVersion,
    alteration: string,
  ): Promise<void> {
    const system = asSystem(ctx, 'the watch of providers')
    await this.parts.transactions.run(system, async (tx) => {
      if (!(await this.parts.versions.alter(tx, version, alteration))) return
      await this.parts.audit.record(tx, {
        ...publicVersionEntry('public-provider-version.alter', provider, version),
        after: { version: version.version, alteration },
      })
    })
  }

  /**
   * Keeps what proves a version, in the transaction that has locked its provider. A key counts as new only in versions
   * that came, were signed or were altered after the first look.
   */
  async keep(
    tx: OperationContext,
    provider: PublicProvider,
    before: PublicProviderVersion,
    proof: ProviderProof,
  ): Promise<PublicProviderVersion> {
    const { rows, versions } = this.parts
    const { keyId } = proof
    const isUnknown = keyId !== null && !(await versions.knownKeyIdsOf(tx, provider)).has(keyId)
    const isNew = isUnknown && isLater(provider, before)
    // An old version that is first asked for later installs, but its key says nothing of what comes.
    if (isUnknown && !isNew && provider.comparedAt === null) await rows.addFirstKey(tx, provider.id, keyId)
    return versions.prove(tx, before.id, proof, isNew)
  }

  /** The recurring task: looks at what is listed anywhere or was delivered in the last 90 days. */
  async run(ctx: OperationContext, shouldContinue: ShouldContinue): Promise<void> {
    if (this.parts.watch === 0) return
    const now = ctx.clock.now()
    const hosts = askedHosts(this.parts.origins.origins)
    const window = { lookedBefore: now, deliveredSince: later(now, -lookedAfterDelivery), hosts }
    const due = await this.parts.rows.due(ctx, window, mostLooks)
    const digestsOf = ({ comparedAt }: PublicProvider) =>
      comparedAt === null || later(comparedAt, comparedEvery) <= ctx.clock.now()
    for (let start = 0; start < due.length; start += atOnce) {
      await Promise.all(
        due
          .slice(start, start + atOnce)
          .map((provider) => this.quietly(ctx, provider, { digests: digestsOf(provider) })),
      )
      if (!(await shouldContinue())) return
    }
  }

  private async quietly(
    ctx: OperationContext,
    provider: PublicProvider,
    options: LookOptions,
  ): Promise<void> {
    try {
      await this.again(ctx, provider, options)
    } catch (error) {
      ctx.log.warn(
        { error: String(error), provider: provider.id },
        'a public provider could not be looked at',
      )
    }
  }

  /** The first look: what is there already counts from the origin's own dates (contract §14). */
  private async meet(
    ctx: OperationContext,
    address: PublicProviderAddress,
    requester: Requester,
  ): Promise<PublicProvider> {
    const end = performance.now() + timeoutForProofs
    const listed = this.parts.origins.isSealed(address.origin)
      ? undefined
      : await this.parts.origins.list(address, requester)
    if (!listed) throw notFound()
    const seen = await this.dated(ctx, address, listed.versions, requester)
    // A caller who has left ends it: versions that were not asked for have no date.
    requester.signal?.throwIfAborted()
    const provider = await this.parts.transactions.run(ctx, async (tx) => {
      const created = await this.parts.rows.create(tx, address, listed)
      if (created) await this.parts.versions.add(tx, created.id, seen, created.firstSeenAt)
      return created
    })
    // Another process was faster.
    if (!provider)
      return this.parts.rows.findAt(ctx, address).then((found) => found ?? this.meet(ctx, address, requester))
    const newest = await this.parts.versions.newestOf(ctx, provider.id, newestVersions)
    await this.proveAll(ctx, provider, newest, requester, end)
    await this.parts.rows.compared(ctx, provider.id)
    return provider
  }

  /** With the dates of the newest; what is older counts as published with the oldest of those. */
  private async dated(
    ctx: OperationContext,
    address: PublicProviderAddress,
    versions: readonly ListedVersion[],
    requester: Requester,
  ): Promise<SeenVersion[]> {
    const now = ctx.clock.now()
    const end = performance.now() + timeoutForDates
    const limit = pLimit(requester === inBackground ? atOnce : atOnceForCaller)
    const newest = versions.slice(0, newestVersions)
    const dateOf = (version: string) =>
      performance.now() < end ? this.parts.origins.publishedAt(address, version, now, requester) : null
    const dates = await Promise.all(newest.map(({ version }) => limit(() => dateOf(version))))
    const known = dates.filter((date) => date !== null).map((date) => date.getTime())
    const oldest = known.length > 0 ? new Date(Math.min(...known)) : now
    return versions.map((version, index) => {
      const publishedAt = dates[index] ?? null
      return { ...version, publishedAt, heldFrom: publishedAt ?? (index < newest.length ? now : oldest) }
    })
  }

  private async look(
    ctx: OperationContext,
    provider: PublicProvider,
    { digests }: LookOptions,
  ): Promise<void> {
    const listed = await this.list(ctx, provider)
    if (!listed) return
    const added = await this.take(ctx, provider, listed)
    const { versions } = this.parts
    const ids = added.map(({ id }) => id)
    // What was there first comes first: where the first look could check nothing, its keys are to be known before.
    if (digests || provider.comparedAt === null) {
      await this.compare(ctx, provider, await versions.comparableOf(ctx, provider.id, newestVersions, ids))
      await this.parts.rows.compared(ctx, provider.id)
    }
    const fresh = await versions.newestOf(ctx, provider.id, mostProvenAtOnce, ids)
    await this.proveAll(ctx, provider, fresh, inBackground)
  }

  /** What the origin lists now; undefined where it cannot be asked, which is noted. */
  private async list(ctx: OperationContext, provider: PublicProvider): Promise<ListedProvider | undefined> {
    try {
      const { namespace, name, warnings } = provider
      const gone = { versions: [], warnings, spelling: { namespace, name }, freshFor: 0 }
      return (await this.parts.origins.list(provider, inBackground)) ?? gone
    } catch (error) {
      if (!(error instanceof PublicRegistryError)) throw error
      await this.parts.rows.lookFailed(ctx, provider.id, error.message)
      return undefined
    }
  }

  /**
   * Adds what is new since the last look, and returns it; its cooldown begins now, by our clock. What nothing proves yet
   * gets the platforms that are listed now: makers publish in steps.
   */
  private async take(
    ctx: OperationContext,
    provider: PublicProvider,
    listed: ListedProvider,
  ): Promise<readonly NumberedVersion[]> {
    const { rows, versions } = this.parts
    const known = await versions.numbersOf(ctx, provider.id)
    const unknown = listed.versions.filter(({ version }) => !known.has(version))
    const now = ctx.clock.now()
    const dates = await this.dated(ctx, provider, unknown, inBackground)
    const seen = dates.map((version) => ({ ...version, heldFrom: now }))
    return this.parts.transactions.run(ctx, async (tx) => {
      if (!(await rows.lock(tx, provider.id))) return []
      const added = await versions.add(tx, provider.id, seen, now)
      await versions.relist(tx, provider.id, listed.versions, { altered: false })
      await versions.markGone(
        tx,
        provider.id,
        listed.versions.map(({ version }) => version),
      )
      await rows.looked(tx, provider.id, listed)
      return added
    })
  }

  private async proveAll(
    ctx: OperationContext,
    provider: PublicProvider,
    versions: readonly PublicProviderVersion[],
    requester: Requester,
    end = Infinity,
  ): Promise<void> {
    const limit = pLimit(requester === inBackground ? atOnce : atOnceForCaller)
    await Promise.all(
      versions.map((version) =>
        limit(async () => {
          if (requester.signal?.aborted || performance.now() >= end) return
          try {
            await this.prove(ctx, provider, version, requester)
          } catch (error) {
            if (requester.signal?.aborted) return
            if (!(error instanceof PublicRegistryError)) throw error
            await this.parts.rows.lookFailed(ctx, provider.id, error.message)
          }
        }),
      ),
    )
  }

  private async prove(
    ctx: OperationContext,
    provider: PublicProvider,
    version: PublicProviderVersion,
    requester: Requester,
  ): Promise<void> {
    const { rows, versions, transactions, siteCooldown, followHeld } = this.parts
    const proof = await proofOf(this.parts, { provider, requester }, version)
    const write = async (tx: OperationContext) => {
      const current = await rows.lock(tx, provider.id)
      if (!current) return
      const before = await versions.find(tx, version.id)
      // What was first seen stays, should two look at once.
      if (!before || (before.checkedAt && before.unverified === null)) return
      const proven = await this.keep(tx, current, before, proof)
      const isHeld = statusOf(proven, siteCooldown, tx.clock.now()) === 'held'
      if (isLater(current, before) && isHeld) await followHeld(tx, current, proven)
    }
    // Those that would wait for the provider's lock hold no connection meanwhile.
    await this.writing(() => transactions.run(ctx, write))
  }

  private async compare(
    ctx: OperationContext,
    provider: PublicProvider,
    versions: readonly PublicProviderVersion[],
  ): Promise<void> {
    const limit = pLimit(atOnce)
    await Promise.all(
      versions
        .filter(({ goneFromOrigin }) => !goneFromOrigin)
        .map((version) =>
          limit(async () => {
            try {
              await this.compareOne(ctx, provider, version)
            } catch (error) {
              if (!(error instanceof PublicRegistryError)) throw error
              await this.parts.rows.lookFailed(ctx, provider.id, error.message)
            }
          }),
        ),
    )
  }

  private async compareOne(
    ctx: OperationContext,
    provider: PublicProvider,
    version: PublicProviderVersion,
  ): Promise<void> {
    if (version.checkedAt === null || version.unverified !== null)
      return this.prove(ctx, provider, version, inBackground)
    const [first, now] = await Promise.all([
      this.parts.versions.digestOf(ctx, version.id),
      shasumsDigestOf(this.parts, { provider, requester: inBackground }, version),
    ])
    if (now === undefined || now === first) return
    await this.alter(ctx, provider, version, 'Its SHA256SUMS is not the one that was first seen')
  }
}

/** Whether what is seen of a version now is other than what the first look could see. */
const isLater = (provider: PublicProvider, version: PublicProviderVersion): boolean =>
  version.firstSeenAt > provider.firstSeenAt || version.unverified !== null || version.alteredAt !== null
