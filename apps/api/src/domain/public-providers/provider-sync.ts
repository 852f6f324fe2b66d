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
import { DiscoveryLimit } from './discovery-limit.js'
import { differencesOf, mismatchOf, type FileDifference } from './file-difference.js'
import { digestsOf, proofOf, type ProofTools, type ProviderProof } from './provider-proof.js'
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

/** The number of the newest versions of a provider that are checked before anyone asks for them. */
const newestVersions = 20
const atOnce = 4
/** The same number for a caller who waits. */
const atOnceForCaller = 8
/** The number of syncs in the background; others come with the next answer, or by the watch. */
const mostInBackground = 100
/** Time limit for a caller who waits, in milliseconds: the engine gives up after ten seconds. */
const timeout = 8500
/** The parts of it for the dates of versions, and until the last proof begins: proven versions are answered. */
const timeoutForDates = 4000
const timeoutForProofs = 6500
/** The interval at which digests are compared. */
const comparedEvery = days(1)
/** The time for which the watch syncs providers after the last delivery of one of their versions. */
const syncedAfterDelivery = days(90)
/** The time for which a name that its origin does not know is not asked for again. */
const unknownFor = minutes(1)
const mostUnknown = 10_000
/** The number of new versions that one sync checks; an older one is checked when it is first asked for. */
const mostProvenAtOnce = 100
/** The number of providers in one run; the others come with the next. */
const mostSynced = 100_000

export interface SyncParts extends ProofTools {
  readonly rows: PublicProvidersStore
  readonly versions: PublicProviderVersionsStore
  readonly transactions: Transactions
  readonly audit: AuditService
  /** Follows a version that the site's cooldown holds, in the transaction that proves it. */
  readonly followHeld: (
    tx: OperationContext,
    provider: PublicProvider,
    version: PublicProviderVersion,
  ) => Promise<void>
  readonly siteCooldown: number
  /** The interval of the watch in milliseconds; 0: providers are synced only when they are used. */
  readonly watch: number
}

/** Runs work for a caller who waits. It ends by a `PublicRegistryError` when the caller leaves or its time is over. */
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

/** The extent of a sync: `digests` compares those of the newest versions too. */
interface SyncOptions {
  readonly digests: boolean
}

/**
 * Compares providers with their origins: new versions, the proof of each, and changes of what was first seen (contract
 * §14). A failure is recorded and changes nothing else: no unseen version becomes available while an origin is away.
 */
export class ProviderSync implements MaintenanceTask {
  readonly name = 'public-providers'
  readonly every: number
  private readonly underWay = new Coalescer<PublicProvider>()
  private readonly discoveryLimit = new DiscoveryLimit()
  /** The time when a name that its origin does not know may be asked for again. */
  private readonly unknown = lruCache<string, Date>(mostUnknown)
  private runningInBackground = 0
  /** A limit of the transactions that write proofs, which leaves connections to other requests. */
  private readonly writing = pLimit(2)

  constructor(private readonly parts: SyncParts) {
    this.every = parts.watch
  }

  /** The requests to origins that run, and that wait for their turn. */
  get load(): { readonly running: number; readonly waiting: number } {
    return this.parts.origins.load
  }

  /** The number of discoveries that were refused, since their callers had caused too many. */
  get refused(): number {
    return this.discoveryLimit.refused
  }

  /**
   * Discovers a provider that may be unknown, for a caller who waits. Throws `notFound` where its origin has none,
   * `rate-limited` where the caller has caused too many discoveries, and `PublicRegistryError`.
   */
  async discover(
    ctx: OperationContext,
    address: PublicProviderAddress,
    { line }: Requester,
  ): Promise<PublicProvider> {
    const name = fullAddress(address).toLowerCase()
    const unknownUntil = this.unknown.get(name)
    if (unknownUntil && ctx.clock.now() < unknownUntil) throw notFound()
    // Another line waits for its own discovery: it would get the turns of the first one otherwise.
    const discover = (signal: AbortSignal) => this.discoverOnce(ctx, address, name, { line, signal })
    return withTimeout(ctx, (signal) => this.underWay.run(`${line} ${name}`, signal, discover))
  }

  private async discoverOnce(
    ctx: OperationContext,
    address: PublicProviderAddress,
    name: string,
    requester: Requester,
  ): Promise<PublicProvider> {
    const known = await this.parts.rows.findAt(ctx, address)
    if (known) return known
    this.discoveryLimit.take(ctx)
    try {
      return await this.create(asSystem(ctx, 'the watch of providers'), address, requester)
    } catch (error) {
      if (isNotFound(error)) this.unknown.set(name, later(ctx.clock.now(), unknownFor))
      throw error
    }
  }

  /** Compares a known provider with its origin, whatever the clock says; a failure is recorded. */
  async sync(ctx: OperationContext, provider: PublicProvider, options: SyncOptions): Promise<void> {
    const what = options.digests ? 'digests of' : 'versions of'
    await this.underWay.run(`${what} ${provider.id}`, undefined, async () => {
      await this.syncNow(asSystem(ctx, 'the watch of providers'), provider, options)
      return provider
    })
  }

  /** Syncs a provider in the background: a failure goes to the log. */
  syncInBackground(
    ctx: OperationContext,
    provider: PublicProvider,
    options: SyncOptions = { digests: false },
  ): void {
    if (this.runningInBackground >= mostInBackground) return
    this.runningInBackground++
    void this.syncWithLogging(ctx, provider, options).finally(() => this.runningInBackground--)
  }

  /** Checks a version that was not checked yet, for a caller who waits. Throws `PublicRegistryError`. */
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

  /** Stores SHA256SUMS and its signature of a version that was checked before they were stored; a failure is logged. */
  async storeProofFiles(
    ctx: OperationContext,
    provider: PublicProvider,
    version: PublicProviderVersion,
    requester: Requester,
  ): Promise<void> {
    try {
      const proof = await proofOf(this.parts, { provider, requester }, version)
      await this.parts.versions.storeProofFiles(ctx, version.id, proof)
    } catch (error) {
      if (!(error instanceof PublicRegistryError)) throw error
      ctx.log.warn({ error: String(error), version: version.id }, 'SHA256SUMS could not be stored')
    }
  }

  /** Records once that the origin differs from what was first seen; for people to decide. */
  async recordMismatch(
    ctx: OperationContext,
    provider: PublicProvider,
    version: PublicProviderVersion,
    mismatch: string,
    differences: readonly FileDifference[],
  ): Promise<void> {
    const system = asSystem(ctx, 'the watch of providers')
    await this.parts.transactions.run(system, async (tx) => {
      if (!(await this.parts.versions.recordMismatch(tx, version, mismatch, differences))) return
      await this.parts.audit.record(tx, {
        ...publicVersionEntry('public-provider-version.alter', provider, version),
        after: { version: version.version, alteration: mismatch },
      })
    })
  }

  /**
   * Saves the proof of a version, in the transaction that has locked its provider. A key counts as new only in versions
   * that came, were signed or were altered after the first sync.
   */
  async saveProof(
    tx: OperationContext,
    provider: PublicProvider,
    before: PublicProviderVersion,
    proof: ProviderProof,
  ): Promise<PublicProviderVersion> {
    const { rows, versions } = this.parts
    const { keyId } = proof
    const isUnknown = keyId !== null && !(await versions.knownKeyIdsOf(tx, provider)).has(keyId)
    const isNew = isUnknown && isLater(provider, before)
    // An old version that is first asked for later installs, but does not make its key known for versions to come.
    if (isUnknown && !isNew && provider.comparedAt === null) await rows.addFirstKey(tx, provider.id, keyId)
    return versions.prove(tx, before.id, proof, isNew)
  }

  /** Runs the watch: syncs providers that are listed anywhere or were delivered in the last 90 days. */
  async run(ctx: OperationContext, shouldContinue: ShouldContinue): Promise<void> {
    if (this.parts.watch === 0) return
    const now = ctx.clock.now()
    const hosts = askedHosts(this.parts.origins.origins)
    const window = { syncedBefore: now, deliveredSince: later(now, -syncedAfterDelivery), hosts }
    const due = await this.parts.rows.due(ctx, window, mostSynced)
    const digestsOf = ({ comparedAt }: PublicProvider) =>
      comparedAt === null || later(comparedAt, comparedEvery) <= ctx.clock.now()
    for (let start = 0; start < due.length; start += atOnce) {
      await Promise.all(
        due
          .slice(start, start + atOnce)
          .map((provider) => this.syncWithLogging(ctx, provider, { digests: digestsOf(provider) })),
      )
      if (!(await shouldContinue())) return
    }
  }

  private async syncWithLogging(
    ctx: OperationContext,
    provider: PublicProvider,
    options: SyncOptions,
  ): Promise<void> {
    try {
      await this.sync(ctx, provider, options)
    } catch (error) {
      ctx.log.warn({ error: String(error), provider: provider.id }, 'a public provider could not be synced')
    }
  }

  /** Creates the provider: its versions count from the dates of the origin (contract §14). */
  private async create(
    ctx: OperationContext,
    address: PublicProviderAddress,
    requester: Requester,
  ): Promise<PublicProvider> {
    const end = performance.now() + timeoutForProofs
    const listed = this.parts.origins.isOffline(address.origin)
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
      return this.parts.rows
        .findAt(ctx, address)
        .then((found) => found ?? this.create(ctx, address, requester))
    const newest = await this.parts.versions.newestOf(ctx, provider.id, newestVersions)
    await this.proveAll(ctx, provider, newest, requester, end)
    await this.parts.rows.compared(ctx, provider.id)
    return provider
  }

  /** Adds the dates of the newest versions; older ones count as published with the oldest of those. */
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

  private async syncNow(
    ctx: OperationContext,
    provider: PublicProvider,
    { digests }: SyncOptions,
  ): Promise<void> {
    const listed = await this.list(ctx, provider)
    if (!listed) return
    const added = await this.addNew(ctx, provider, listed)
    const { versions } = this.parts
    const ids = added.map(({ id }) => id)
    const compares = digests || provider.comparedAt === null
    // Former versions come first: where the first sync could check none, their keys have to be known before.
    if (compares)
      await this.compare(ctx, provider, await versions.comparableOf(ctx, provider.id, newestVersions, ids))
    const fresh = await versions.newestOf(ctx, provider.id, mostProvenAtOnce, ids)
    await this.proveAll(ctx, provider, fresh, inBackground)
    // The end of it, for a page that waits.
    if (compares) await this.parts.rows.compared(ctx, provider.id)
  }

  /** Asks the origin for its list; undefined where it does not answer, which is recorded. */
  private async list(ctx: OperationContext, provider: PublicProvider): Promise<ListedProvider | undefined> {
    try {
      const { namespace, name, warnings } = provider
      const removed = { versions: [], warnings, spelling: { namespace, name }, freshFor: 0 }
      return (await this.parts.origins.list(provider, inBackground)) ?? removed
    } catch (error) {
      if (!(error instanceof PublicRegistryError)) throw error
      await this.parts.rows.syncFailed(ctx, provider.id, error.message)
      return undefined
    }
  }

  /**
   * Adds the versions that are new since the last sync, and returns them; their cooldown begins now, by our clock. An
   * unproven version gets the platforms that are listed now: makers publish in steps.
   */
  private async addNew(
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
      await rows.synced(tx, provider.id, listed)
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
            await this.parts.rows.syncFailed(ctx, provider.id, error.message)
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
      // The first proof stays, should two syncs run at once.
      if (!before || (before.checkedAt && before.unverified === null)) return
      const proven = await this.saveProof(tx, current, before, proof)
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
              await this.parts.rows.syncFailed(ctx, provider.id, error.message)
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
    const { versions } = this.parts
    const [first, now] = await Promise.all([
      versions.firstDigestsOf(ctx, version.id),
      digestsOf(this.parts, { provider, requester: inBackground }, version),
    ])
    if (!first || !now) return
    const differences = differencesOf(first, now.digests, now.named)
    if (version.alteredAt) return versions.setDifferences(ctx, version, differences)
    if (differences.length === 0) return
    const mismatch = mismatchOf(differences, first.platforms)
    await this.recordMismatch(ctx, provider, version, mismatch, differences)
  }
}

/** Tells whether a version came, was signed or was altered after the first sync. */
const isLater = (provider: PublicProvider, version: PublicProviderVersion): boolean =>
  version.firstSeenAt > provider.firstSeenAt || version.unverified !== null || version.alteredAt !== null
