import { isOrganizationName } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { DomainError, faults, faultsAt, orElse, type Fault } from '../../kernel/errors.js'
import { mostItems, parseChange, type Raw } from '../../kernel/input.js'
import { requirePermission } from '../../kernel/permissions.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { AdminOrganization } from '../organizations/admin-organization.js'
import type { AdminOrganizationsService } from '../organizations/admin-organizations.service.js'
import type { Organization } from '../organizations/organization.js'
import { sharedKinds, type SharedKind } from '../organizations/shares.js'
import {
  consumersForAudit,
  flagOf,
  partnershipsChange,
  type NamedConsumer,
  type NewConsumer,
} from './registry-sharing.js'
import type { RegistrySharingStore } from './registry-sharing.store.js'

/** New sharing of each kind: with all, or with those of a list; an absent kind does not change. */
export type NewSharing = Readonly<Partial<Record<SharedKind, 'all' | readonly NewConsumer[]>>>

interface Conditions {
  /** Faults of the same lists that the face has found. */
  readonly known?: readonly Fault[]
  readonly expectedUpdatedAt?: Date | undefined
}

const setActions = { modules: 'module-consumers.set', providers: 'provider-consumers.set' } as const
const endActions = { modules: 'module-consumers.end', providers: 'provider-consumers.end' } as const

/**
 * Partnerships of organizations: site administrators change them, and shares with a date end by themselves.
 */
export class RegistryPartnershipsService {
  constructor(
    private readonly store: RegistrySharingStore,
    private readonly adminOrganizations: AdminOrganizationsService,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
  ) {}

  /** Replaces the list of one kind by names, as `set` does. Throws `invalid` with faults by `[index, 'id']`. */
  async setConsumers(
    ctx: OperationContext,
    producerId: string,
    kind: SharedKind,
    names: readonly unknown[],
    { known = [], expectedUpdatedAt }: Conditions = {},
  ): Promise<AdminOrganization> {
    const inList = known.map((fault) => ({ ...fault, path: [kind, ...fault.path] }))
    const list = names.map((name) => ({ name }))
    return this.set(ctx, producerId, { [kind]: list }, { known: inList, expectedUpdatedAt }).catch(
      faultsAt((path) => path.slice(1)),
    )
  }

  /** Sets sharing as `set` does, by the attributes of contract §12; a fault of an item stands at the item. */
  async setPartnerships(
    ctx: OperationContext,
    producerId: string,
    raw: Raw<typeof partnershipsChange>,
    expectedUpdatedAt?: Date,
  ): Promise<AdminOrganization> {
    const { moduleConsumers: modules, providerConsumers: providers } = parseChange(partnershipsChange, raw)
    const sharing = { ...(modules && { modules }), ...(providers && { providers }) }
    const listOf = { modules: 'moduleConsumers', providers: 'providerConsumers' } as const
    return this.set(ctx, producerId, sharing, { expectedUpdatedAt }).catch(
      faultsAt(([kind, ...item]) => [listOf[kind as SharedKind], ...item.flatMap(stepInDocument)]),
    )
  }

  /**
   * Sets with whom an organization shares, all kinds at once. A list ends sharing with all, and sharing with all empties
   * the list. A name twice counts once; who is on the list already keeps the end of its share where none is given.
   *
   * Throws `invalid` with all faults at once, by `[kind, index, 'id']` or `[kind, index, 'endsAt']`.
   */
  async set(
    ctx: OperationContext,
    producerId: string,
    sharing: NewSharing,
    { known = [], expectedUpdatedAt }: Conditions = {},
  ): Promise<AdminOrganization> {
    return this.transactions.run(ctx, async (tx) => {
      const producer = await this.adminOrganizations.lock(tx, producerId, expectedUpdatedAt)
      const wrong = [...known]
      const ids = await this.store.lockNamed(tx, keysOf(sharing))
      for (const kind of sharedKinds) wrong.push(...faultsOf(tx, kind, sharing[kind], ids, producer))
      if (wrong.length > 0) throw new DomainError({ kind: 'invalid', faults: inListOrder(wrong) })
      for (const kind of sharedKinds) await this.setKind(tx, producerId, kind, sharing[kind], ids)
      return this.adminOrganizations.lock(tx, producerId)
    })
  }

  /** The consumers on the lists of these organizations, by producer. */
  async consumersOfMany(
    ctx: OperationContext,
    kind: SharedKind,
    producerIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly NamedConsumer[]>> {
    requirePermission(ctx, 'site-organizations:read')
    return this.store.consumersOfMany(ctx, kind, producerIds)
  }

  /** Foresees what `set` would say of a list of these names, of any producer. */
  async foresee(
    ctx: OperationContext,
    kind: SharedKind,
    names: readonly string[],
  ): Promise<(producer: Organization) => readonly Fault[]> {
    requirePermission(ctx, 'site-organizations:read')
    const list = names.map((name) => ({ name }))
    const ids = await this.store.findNamed(ctx, keysOf({ [kind]: list }))
    return (producer) => faultsOf(ctx, kind, list, ids, producer)
  }

  private async setKind(
    tx: OperationContext,
    producerId: string,
    kind: SharedKind,
    newConsumers: NewSharing[SharedKind],
    ids: ReadonlyMap<string, string>,
  ): Promise<void> {
    if (newConsumers === undefined) return
    const flag = flagOf[kind]
    if (newConsumers === 'all')
      return void (await this.adminOrganizations.update(tx, producerId, { [flag]: true }))
    const producer = await this.adminOrganizations.lock(tx, producerId)
    const former = await this.store.consumersOf(tx, kind, producerId)
    await this.store.setConsumers(tx, kind, producer, merged(newConsumers, ids, former))
    const now = await this.store.consumersOf(tx, kind, producerId)
    await this.audit.record(tx, {
      action: setActions[kind],
      subject: { type: 'organization', id: producerId, name: producer.name },
      organizationId: producerId,
      before: { [flag]: producer[flag], consumers: consumersForAudit(former) },
      after: { [flag]: false, consumers: consumersForAudit(now) },
    })
  }

  /** Ends the shares whose time has come, each with its row in the audit log. */
  async end(ctx: OperationContext): Promise<void> {
    for (const producerId of await this.store.findProducersOfEnded(ctx))
      await this.transactions.run(ctx, async (tx) => {
        const gone = () => undefined
        const producer = await orElse(() => this.adminOrganizations.lock(tx, producerId), gone)
        if (!producer) return
        for (const kind of sharedKinds) await this.endKind(tx, producer, kind)
      })
  }

  private async endKind(tx: OperationContext, producer: Organization, kind: SharedKind): Promise<void> {
    const ended = await this.store.deleteEnded(tx, kind, producer.id)
    if (ended.length === 0) return
    await this.store.touch(tx, producer)
    await this.audit.record(tx, {
      action: endActions[kind],
      subject: { type: 'organization', id: producer.id, name: producer.name },
      organizationId: producer.id,
      before: { consumers: ended },
      after: { consumers: [] },
    })
  }
}

/** The fault of a name stands at its item; what else an item has, has the key of documents. */
const stepInDocument = (step: string | number): readonly (string | number)[] =>
  step === 'id' ? [] : [step === 'endsAt' ? 'ends-at' : step]

const isName = (name: unknown): name is string => typeof name === 'string' && isOrganizationName(name)

function keysOf(sharing: NewSharing): string[] {
  const names = sharedKinds.flatMap((kind) => {
    const newConsumers = sharing[kind]
    return newConsumers === undefined || newConsumers === 'all' ? [] : newConsumers.map(({ name }) => name)
  })
  return [...new Set(names.flatMap((name) => (isName(name) ? [name.toLowerCase()] : [])))]
}

/** Merges a change into a list, each organization once. */
function merged(
  newConsumers: readonly NewConsumer[],
  ids: ReadonlyMap<string, string>,
  former: readonly NamedConsumer[],
): readonly Pick<NamedConsumer, 'id' | 'endsAt'>[] {
  const ends = new Map<string, Date | null>()
  for (const { name, endsAt } of newConsumers) {
    const id = ids.get(String(name).toLowerCase())
    if (id === undefined) continue
    const before = ends.get(id) ?? former.find((each) => each.id === id)?.endsAt
    ends.set(id, endsAt === undefined ? (before ?? null) : endsAt)
  }
  return [...ends].map(([id, endsAt]) => ({ id, endsAt }))
}

function faultsOf(
  { clock }: OperationContext,
  kind: SharedKind,
  newConsumers: NewSharing[SharedKind],
  ids: ReadonlyMap<string, string>,
  producer: Organization,
): readonly Fault[] {
  if (newConsumers === undefined || newConsumers === 'all') return []
  if (newConsumers.length > mostItems) return [faults.invalid(kind)]
  return newConsumers.flatMap(({ name, endsAt }, index) => {
    const id = isName(name) ? ids.get(name.toLowerCase()) : undefined
    const fault = faultOf(name, id, producer, kind, index)
    const isPast = endsAt !== undefined && endsAt !== null && endsAt <= clock.now()
    return [...(fault ? [fault] : []), ...(isPast ? [faults.invalid(kind, index, 'endsAt')] : [])]
  })
}

function faultOf(
  name: unknown,
  id: string | undefined,
  producer: Organization,
  kind: SharedKind,
  index: number,
): Fault | undefined {
  const path = [kind, index, 'id']
  if (name === undefined || name === null || name === '') return faults.blank(...path)
  if (typeof name !== 'string') return faults.invalid(...path)
  if (id === undefined) return { path, code: 'INVALID', message: `Organization ${name} not found` }
  if (id !== producer.id) return undefined
  return { path, code: 'INVALID', message: `Organization ${name} cannot consume its own ${kind}` }
}

/** Faults in the order of the lists. */
const inListOrder = (all: readonly Fault[]): readonly Fault[] =>
  all.toSorted((one, other) => Number(one.path[1]) - Number(other.path[1]))
