import { isOrganizationName } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { DomainError, faults, found, notFound, type Fault } from '../../kernel/errors.js'
import type { Page, Paged } from '../../kernel/page.js'
import {
  allowsIn,
  requirePermission,
  type OrganizationRole,
  type Permission,
} from '../../kernel/permissions.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { Organization, OrganizationAccess, OrganizationKey } from '../organizations/organization.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { AdminOrganization, AdminOrganizationList } from '../organizations/admin-organization.js'
import type { AdminOrganizationsService } from '../organizations/admin-organizations.service.js'
import {
  sharingBeforeAndAfter,
  type ModuleShare,
  type ModuleProducer,
  type ModuleVisibility,
  type SharingProposal,
} from './module-sharing.js'
import type { ModuleSharingStore } from './module-sharing.store.js'

/** Module sharing: an organization shares with none, with a list of consumers, or with all (contract §5). */
export class ModuleSharingService {
  constructor(
    private readonly store: ModuleSharingStore,
    private readonly organizations: OrganizationsService,
    private readonly adminOrganizations: AdminOrganizationsService,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
  ) {}

  /** By name; empty when the producer shares with all or with none. For site administrators. */
  async listConsumers(
    ctx: OperationContext,
    producer: AdminOrganization,
    page: Page,
  ): Promise<AdminOrganizationList> {
    return this.adminOrganizations.list(ctx, { consumersOf: producer.id }, page)
  }

  /** The same of many producers at once. */
  async listConsumersOfMany(
    ctx: OperationContext,
    producerIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, AdminOrganizationList>> {
    return this.adminOrganizations.listConsumersOfMany(ctx, producerIds, page)
  }

  /** Who would gain the producer's modules by a change, or lose them, by name. For site administrators. */
  async listAffected(
    ctx: OperationContext,
    producer: AdminOrganization,
    proposal: SharingProposal,
    how: 'gains' | 'loses',
    page: Page,
  ): Promise<Paged<ModuleProducer>> {
    requirePermission(ctx, 'site-organizations:read')
    const { before, after } = sharingBeforeAndAfter(producer, proposal)
    const rules = how === 'gains' ? { can: after, cannot: before } : { can: before, cannot: after }
    return this.store.listDifference(ctx, producer.id, rules, page)
  }

  /**
   * Replaces the list of consumers, which ends sharing with all. For site administrators. `names` are unchecked values;
   * a name twice counts once. `known` are faults of the same list that the face has found.
   *
   * Throws `invalid` with all faults at once, by `[index, 'id']`.
   */
  async setConsumers(
    ctx: OperationContext,
    producerId: string,
    names: readonly unknown[],
    {
      known = [],
      expectedUpdatedAt,
    }: { known?: readonly Fault[]; expectedUpdatedAt?: Date | undefined } = {},
  ): Promise<AdminOrganization> {
    return this.transactions.run(ctx, async (tx) => {
      const producer = await this.adminOrganizations.lock(tx, producerId, expectedUpdatedAt)
      const ids = await this.parseConsumers(tx, producer, names, known)
      const consumers = await this.store.consumerNames(tx, producerId)
      const before = { globalModuleSharing: producer.globalModuleSharing, consumers }
      await this.store.setConsumers(tx, producer, ids)
      await this.audit.record(tx, {
        action: 'module-consumers.set',
        subject: { type: 'organization', id: producerId, name: producer.name },
        organizationId: producerId,
        before,
        after: { globalModuleSharing: false, consumers: await this.store.consumerNames(tx, producerId) },
      })
      return this.adminOrganizations.lock(tx, producerId)
    })
  }

  private async parseConsumers(
    tx: OperationContext,
    producer: Organization,
    names: readonly unknown[],
    known: readonly Fault[],
  ): Promise<readonly string[]> {
    const keys = names.flatMap((name) => (isName(name) ? [name.toLowerCase()] : []))
    const ids = await this.store.idsOf(tx, [...new Set(keys)])
    const idOf = (name: unknown) => (isName(name) ? ids.get(name.toLowerCase()) : undefined)
    const wrong = names.flatMap((name, index) => {
      const fault = faultOf(name, idOf(name), producer, index)
      return fault ? [fault] : []
    })
    const all = [...known, ...wrong].sort((a, b) => Number(a.path[0]) - Number(b.path[0]))
    if (all.length > 0) throw new DomainError({ kind: 'invalid', faults: all })
    return [...ids.values()]
  }

  /** The organizations whose modules an organization may use, by name. For its members. */
  async listProducers(
    ctx: OperationContext,
    consumer: Organization,
    page: Page,
  ): Promise<Paged<Organization>> {
    await this.organizations.accessById(ctx, consumer.id, 'organizations:read')
    return this.store.listProducers(ctx, consumer.id, page)
  }

  /** The same of many consumers at once, by their ids; those that the caller may not see are left out. */
  async listProducersOfMany(
    ctx: OperationContext,
    consumerIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<ModuleProducer>>> {
    const seen = await this.organizations.accessMany(ctx, consumerIds, 'organizations:read')
    return this.store.listProducersOfMany(ctx, [...seen.keys()], page)
  }

  /** With how many each of these producers shares by name; whose those are, only site administrators see. */
  async countConsumers(
    ctx: OperationContext,
    producerIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const seen = await this.organizations.accessMany(ctx, producerIds, 'organizations:read')
    return this.store.countConsumers(ctx, [...seen.keys()])
  }

  /** For lists of modules, of the registry protocol as of the console; the stores know which organizations those are. */
  visibility(ctx: OperationContext): ModuleVisibility {
    if (!allowsIn(['consumer'], ctx.actor, 'modules:use')) return 'none'
    return this.organizations.actsAsOwner(ctx) ? 'all' : 'own and shared'
  }

  /** Why the caller may use the modules of these organizations, by their ids; its own and foreign ones are left out. */
  async shares(
    ctx: OperationContext,
    producerIds: readonly string[],
  ): Promise<ReadonlyMap<string, ModuleShare>> {
    const shares = await this.store.shares(ctx, producerIds)
    return new Map(shares.map((share) => [share.producerId, share]))
  }

  /** Access to another organization's modules, for members of one that it shares with; it never writes. */
  async access(
    ctx: OperationContext,
    key: OrganizationKey,
    permission: Permission,
  ): Promise<OrganizationAccess> {
    const roles: readonly OrganizationRole[] = ['consumer']
    if ('name' in key && !isOrganizationName(key.name)) throw notFound()
    if (!allowsIn(roles, ctx.actor, permission)) throw notFound()
    const organization = found(await this.store.findSharing(ctx, key))
    return { organization, roles, administratorOverride: false }
  }
}

const isName = (name: unknown): name is string => typeof name === 'string' && isOrganizationName(name)

function faultOf(
  name: unknown,
  id: string | undefined,
  producer: Organization,
  index: number,
): Fault | undefined {
  if (name === undefined || name === null || name === '') return faults.blank(index, 'id')
  if (typeof name !== 'string') return faults.invalid(index, 'id')
  const path = [index, 'id']
  if (id === undefined) return { path, code: 'INVALID', message: `Organization ${name} not found` }
  if (id !== producer.id) return undefined
  return { path, code: 'INVALID', message: `Organization ${name} cannot consume its own modules` }
}
