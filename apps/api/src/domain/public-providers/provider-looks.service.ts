import { isDeepStrictEqual } from 'node:util'
import pLimit from 'p-limit'
import { days, later } from '../../kernel/clock.js'
import { asSystem, type OperationContext } from '../../kernel/context.js'
import { notFound } from '../../kernel/errors.js'
import { PublicRegistryError } from '../../kernel/public-registry.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { MaintenanceTask, ShouldContinue } from '../maintenance/maintenance.js'
import { askedHosts, type ListedProvider, type ListedVersion } from './provider-origins.js'
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
/** For what a caller waits, in milliseconds: the engine gives up after ten seconds. */
const patience = 8500
/** How much of it the dates of versions may take. */
const patienceForDates = 4000
/** Digests are compared so often. */
const comparedEvery = days(1)
/** Providers are looked at so long after they were last asked for. */
const lookedAfterAsked = days(90)
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

/** What goes on behind once no caller can wait for it any more. Throws `PublicRegistryError` then. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const slow = new PublicRegistryError('slow', 'The origin did not answer in time')
    timer = setTimeout(() => reject(slow), patience)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
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
  private readonly underWay = new Map<string, Promise<PublicProvider>>()

  constructor(private readonly parts: LookParts) {
    this.every = parts.watch
  }

  /** Looks at a provider that may be unknown, for a caller who waits. Throws `notFound` where its origin has none, and `PublicRegistryError`. */
  async first(ctx: OperationContext, address: PublicProviderAddress): Promise<PublicProvider> {
    const looking = this.once(fullAddress(address).toLowerCase(), async () => {
      const known = await this.parts.rows.findAt(ctx, address)
      return known ?? this.meet(asSystem(ctx, 'the watch of providers'), address)
    })
    return inTime(looking)
  }

  /** Looks again at what is known, whatever the clock says; a failure is noted. */
  async again(ctx: OperationContext, provider: PublicProvider, options: LookOptions): Promise<void> {
    const what = options.digests ? 'digests of' : 'versions of'
    await this.once(`${what} ${provider.id}`, async () => {
      await this.look(asSystem(ctx, 'the watch of providers'), provider, options)
      return provider
    })
  }

  /** The same behind an answer: what fails goes to the log. */
  behind(ctx: OperationContext, provider: PublicProvider, options: LookOptions = { digests: false }): void {
    void this.quietly(ctx, provider, options)
  }

  /** Checks a version that was not looked at yet, for a caller who waits. Throws `PublicRegistryError`. */
  async check(
    ctx: OperationContext,
    provider: PublicProvider,
    version: PublicProviderVersion,
  ): Promise<void> {
    await this.once(version.id, async () => {
      await this.prove(asSystem(ctx, 'the watch of providers'), provider, version)
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

  /** The recurring task: looks at what is listed anywhere or was asked for in the last 90 days. */
  async run(ctx: OperationContext, shouldContinue: ShouldContinue): Promise<void> {
    if (this.parts.watch === 0) return
    const now = ctx.clock.now()
    const hosts = askedHosts(this.parts.origins.origins)
    const window = { lookedBefore: now, askedSince: later(now, -lookedAfterAsked), hosts }
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

  /** What is asked for twice at once is looked at once. */
  private async once(key: string, work: () => Promise<PublicProvider>): Promise<PublicProvider> {
    const begun = this.underWay.get(key)
    if (begun) return begun
    const working = work().finally(() => this.underWay.delete(key))
    this.underWay.set(key, working)
    return working
  }

  /** The first look: what is there already counts from the origin's own dates (contract §14). */
  private async meet(ctx: OperationContext, address: PublicProviderAddress): Promise<PublicProvider> {
    const end = performance.now() + patience
    const listed = this.parts.origins.isSealed(address.origin)
      ? undefined
      : await this.parts.origins.list(address)
    if (!listed) throw notFound()
    const seen = await this.dated(ctx, address, listed.versions, performance.now() + patienceForDates)
    const provider = await this.parts.transactions.run(ctx, async (tx) => {
      const created = await this.parts.rows.create(tx, address, listed)
      if (created) await this.parts.versions.add(tx, created.id, seen, created.firstSeenAt)
      return created
    })
    // Another process was faster.
    if (!provider)
      return this.parts.rows.findAt(ctx, address).then((found) => found ?? this.meet(ctx, address))
    const versions = await this.parts.versions.allOf(ctx, provider.id)
    await this.proveAll(ctx, provider, versions.slice(0, newestVersions), end)
    await this.parts.rows.compared(ctx, provider.id)
    return provider
  }

  /** With the dates of the newest; what is older counts as published with the oldest of those. */
  private async dated(
    ctx: OperationContext,
    address: PublicProviderAddress,
    versions: readonly ListedVersion[],
    end: number,
  ): Promise<SeenVersion[]> {
    const now = ctx.clock.now()
    const limit = pLimit(atOnce)
    const newest = versions.slice(0, newestVersions)
    const dates = await Promise.all(
      newest.map(({ version }) =>
        limit(() => (performance.now() < end ? this.parts.origins.publishedAt(address, version, now) : null)),
      ),
    )
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
    const versions = await this.parts.versions.allOf(ctx, provider.id)
    const ids = new Set(added.map(({ id }) => id))
    // What was there first comes first: where the first look could check nothing, its keys are to be known before.
    if (digests || provider.comparedAt === null) {
      await this.compare(ctx, provider, comparable(versions.filter(({ id }) => !ids.has(id))))
      await this.parts.rows.compared(ctx, provider.id)
    }
    const fresh = versions.filter(({ id }) => ids.has(id))
    await this.proveAll(ctx, provider, fresh)
  }

  /** What the origin lists now; undefined where it cannot be asked, which is noted. */
  private async list(ctx: OperationContext, provider: PublicProvider): Promise<ListedProvider | undefined> {
    try {
      const gone = { versions: [], warnings: provider.warnings, freshFor: 0 }
      return (await this.parts.origins.list(provider)) ?? gone
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
    const known = new Map((await versions.allOf(ctx, provider.id)).map((each) => [each.version, each]))
    const unknown = listed.versions.filter(({ version }) => !known.has(version))
    const relisted = listed.versions.filter((each) => isListedAnew(each, known.get(each.version)))
    const now = ctx.clock.now()
    const dates = await this.dated(ctx, provider, unknown, performance.now() + patienceForDates)
    const seen = dates.map((version) => ({ ...version, heldFrom: now }))
    return this.parts.transactions.run(ctx, async (tx) => {
      if (!(await rows.lock(tx, provider.id))) return []
      const added = await versions.add(tx, provider.id, seen, now)
      if (relisted.length > 0) await versions.relist(tx, provider.id, relisted)
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
    end = Infinity,
  ): Promise<void> {
    const limit = pLimit(atOnce)
    await Promise.all(
      versions.map((version) =>
        limit(async () => {
          if (performance.now() >= end) return
          try {
            await this.prove(ctx, provider, version)
          } catch (error) {
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
  ): Promise<void> {
    const { rows, versions, transactions, siteCooldown, followHeld } = this.parts
    const proof = await proofOf(this.parts, provider, version)
    await transactions.run(ctx, async (tx) => {
      const current = await rows.lock(tx, provider.id)
      if (!current) return
      const before = await versions.find(tx, version.id)
      // What was first seen stays, should two look at once.
      if (!before || (before.checkedAt && before.unverified === null)) return
      const proven = await this.keep(tx, current, before, proof)
      const isHeld = statusOf(proven, siteCooldown, tx.clock.now()) === 'held'
      if (isLater(current, before) && isHeld) await followHeld(tx, current, proven)
    })
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
    if (version.checkedAt === null || version.unverified !== null) return this.prove(ctx, provider, version)
    const [first, now] = await Promise.all([
      this.parts.versions.digestOf(ctx, version.id),
      shasumsDigestOf(this.parts, provider, version),
    ])
    if (now === undefined || now === first) return
    await this.alter(ctx, provider, version, 'Its SHA256SUMS is not the one that was first seen')
  }
}

function isListedAnew(
  { protocols, platforms }: ListedVersion,
  known: PublicProviderVersion | undefined,
): boolean {
  if (!known || (known.checkedAt !== null && known.unverified === null)) return false
  return !isDeepStrictEqual([protocols, platforms], [known.protocols, known.listedPlatforms])
}

/** What a look compares: the newest, and of the others those that prove nothing yet, the longest ago first. */
function comparable(versions: readonly PublicProviderVersion[]): readonly PublicProviderVersion[] {
  const unverified = versions
    .slice(newestVersions)
    .filter((version) => version.unverified !== null && !version.goneFromOrigin)
    .sort((one, other) => Number(one.checkedAt) - Number(other.checkedAt))
  return [...versions.slice(0, newestVersions), ...unverified.slice(0, newestVersions)]
}

/** Whether what is seen of a version now is other than what the first look could see. */
const isLater = (provider: PublicProvider, version: PublicProviderVersion): boolean =>
  version.firstSeenAt > provider.firstSeenAt || version.unverified !== null || version.alteredAt !== null
