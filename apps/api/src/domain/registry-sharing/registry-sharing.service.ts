import { isOrganizationName } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { found, notFound } from '../../kernel/errors.js'
import type { Page, Paged } from '../../kernel/page.js'
import {
  allowsIn,
  requirePermission,
  type OrganizationRole,
  type Permission,
} from '../../kernel/permissions.js'
import type { AdminOrganization } from '../organizations/admin-organization.js'
import type { Organization, OrganizationAccess, OrganizationKey } from '../organizations/organization.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { SharedKind } from '../organizations/shares.js'
import {
  kindUsedBy,
  sharedUse,
  sharingBeforeAndAfter,
  type ConsumerList,
  type RegistryProducer,
  type RegistryShare,
  type RegistryVisibility,
  type SharingProposal,
} from './registry-sharing.js'
import type { RegistrySharingStore } from './registry-sharing.store.js'

/**
 * Rules for using what another organization has: each shares its modules, and its private providers, with
 * none, with a list of consumers, or with all (contract §5 and §12). `RegistryPartnershipsService` changes
 * them.
 */
export class RegistrySharingService {
  constructor(
    private readonly store: RegistrySharingStore,
    private readonly organizations: OrganizationsService,
  ) {}

  /** Lists consumers by name; empty if the producer shares with all or with none. For site administrators. */
  async listConsumers(
    ctx: OperationContext,
    kind: SharedKind,
    producer: AdminOrganization,
    page: Page,
  ): Promise<ConsumerList> {
    return found((await this.listConsumersOfMany(ctx, kind, [producer.id], page)).get(producer.id))
  }

  /** The same of many producers at once. */
  async listConsumersOfMany(
    ctx: OperationContext,
    kind: SharedKind,
    producerIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, ConsumerList>> {
    requirePermission(ctx, 'site-organizations:read')
    return this.store.listConsumersOfMany(ctx, kind, producerIds, page)
  }

  /** Lists who would gain or lose what the producer shares by a change, by name. For site administrators. */
  async listAffected(
    ctx: OperationContext,
    kind: SharedKind,
    producer: AdminOrganization,
    proposal: SharingProposal,
    how: 'gains' | 'loses',
    page: Page,
  ): Promise<Paged<RegistryProducer>> {
    requirePermission(ctx, 'site-organizations:read')
    const { before, after } = sharingBeforeAndAfter(producer, kind, proposal)
    const rules = how === 'gains' ? { can: after, cannot: before } : { can: before, cannot: after }
    return this.store.listDifference(ctx, kind, producer.id, rules, page)
  }

  /** The organizations whose things of a kind an organization may use, by name. For its members. */
  async listProducers(
    ctx: OperationContext,
    kind: SharedKind,
    consumer: Organization,
    page: Page,
  ): Promise<Paged<Organization>> {
    await this.organizations.accessById(ctx, consumer.id, 'organizations:read')
    return this.store.listProducers(ctx, kind, consumer.id, page)
  }

  /** The same of many consumers at once, by their ids; those that the caller may not see are left out. */
  async listProducersOfMany(
    ctx: OperationContext,
    kind: SharedKind,
    consumerIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<RegistryProducer>>> {
    const seen = await this.organizations.accessMany(ctx, consumerIds, 'organizations:read')
    return this.store.listProducersOfMany(ctx, kind, [...seen.keys()], page)
  }

  /**
   * Counts the consumers that each of these producers shares with by name; the producers of others are for
   * site administrators alone.
   */
  async countConsumers(
    ctx: OperationContext,
    kind: SharedKind,
    producerIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const seen = await this.organizations.accessMany(ctx, producerIds, 'organizations:read')
    return this.store.countConsumers(ctx, kind, [...seen.keys()])
  }

  /**
   * Visibility for lists of the registry protocol and the console; the stores know which organizations it
   * includes.
   */
  visibility(ctx: OperationContext, kind: SharedKind): RegistryVisibility {
    const { role, permission } = sharedUse[kind]
    if (!allowsIn([role], ctx.actor, permission)) return 'none'
    return this.organizations.actsAsOwner(ctx) ? 'all' : 'own and shared'
  }

  /**
   * Finds why the caller may use what these organizations share, by their ids; own and foreign ones are left
   * out.
   */
  async shares(
    ctx: OperationContext,
    kind: SharedKind,
    producerIds: readonly string[],
  ): Promise<ReadonlyMap<string, RegistryShare>> {
    const shares = await this.store.shares(ctx, kind, producerIds)
    return new Map(shares.map((share) => [share.producerId, share]))
  }

  /** Access to what another organization shares, for members of one that it shares with; it never writes. */
  async access(
    ctx: OperationContext,
    key: OrganizationKey,
    permission: Permission,
  ): Promise<OrganizationAccess> {
    const kind = kindUsedBy(permission)
    if (kind === undefined || ('name' in key && !isOrganizationName(key.name))) throw notFound()
    const roles: readonly OrganizationRole[] = [sharedUse[kind].role]
    if (!allowsIn(roles, ctx.actor, permission)) throw notFound()
    const organization = found(await this.store.findSharing(ctx, kind, key))
    return { organization, roles, administratorOverride: false }
  }
}
