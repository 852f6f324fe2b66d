import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql'
import type { SharedKind } from '../../domain/organizations/shares.js'
import { faultsAt } from '../../kernel/errors.js'
import type { GraphqlContext } from '../context.js'
import { itemsOf, partsOf, withUserErrors } from '../mutations.js'
import {
  SiteOrganizationConnection,
  SiteOrganizationPayload,
  SiteOrganizationType,
  toSiteOrganizationConnection,
  toSiteOrganizationType,
} from '../organizations/admin-organizations.types.js'
import { PageInput, toPage } from '../page.types.js'
import * as types from './registry-sharing.types.js'
import { SharingPreviewInput, SharingPreviewType } from './sharing-preview.resolver.js'
import { batchedLists } from '../batched.js'

const listOfConsumers = (kind: SharedKind) =>
  batchedLists(({ ctx, services }, ids, page) =>
    services.registrySharing.listConsumersOfMany(ctx, kind, ids, page),
  )
const consumerLists = { modules: listOfConsumers('modules'), providers: listOfConsumers('providers') }

@Resolver(() => SiteOrganizationType)
export class SiteSharingResolver {
  @FieldResolver(() => SiteOrganizationConnection, {
    description: 'Those that may use its modules, by name; empty while it shares them with all.',
  })
  moduleConsumers(
    @Root() organization: SiteOrganizationType,
    @Ctx() context: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<SiteOrganizationConnection> {
    return consumersOf(context, 'modules', organization, page)
  }

  @FieldResolver(() => SiteOrganizationConnection, {
    description: 'Those that may use its private providers, by name; empty while it shares them with all.',
  })
  providerConsumers(
    @Root() organization: SiteOrganizationType,
    @Ctx() context: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<SiteOrganizationConnection> {
    return consumersOf(context, 'providers', organization, page)
  }

  @FieldResolver(() => SharingPreviewType, {
    description: 'Who would gain what it shares by a change, and who would lose it.',
  })
  sharingPreview(
    @Root() { source }: SiteOrganizationType,
    @Arg('input', () => SharingPreviewInput) { of: kind, withAll, consumers }: SharingPreviewInput,
  ): SharingPreviewType {
    const proposal = { withAll: withAll ?? undefined, consumers: consumers ?? undefined }
    return { source, kind, proposal }
  }

  @Mutation(() => SiteOrganizationPayload, { description: 'All at once; ends sharing with all.' })
  async siteOrganizationModuleConsumersSet(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SiteOrganizationModuleConsumersSetInput)
    input: types.SiteOrganizationModuleConsumersSetInput,
  ): Promise<SiteOrganizationPayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    const { registryPartnerships, adminOrganizations } = services
    return withUserErrors(async () => {
      const set = await registryPartnerships
        .setConsumers(auditCtx, id, 'modules', change.consumers, { expectedUpdatedAt })
        .catch(itemsOf('consumers'))
      return { organization: toSiteOrganizationType(set, adminOrganizations.timeoutDefaults) }
    })
  }

  @Mutation(() => SiteOrganizationPayload, {
    description: 'With whom it shares its modules and its providers, all at once.',
  })
  async siteOrganizationSharingSet(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SiteOrganizationSharingSetInput) input: types.SiteOrganizationSharingSetInput,
  ): Promise<SiteOrganizationPayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    const { registryPartnerships, adminOrganizations } = services
    return withUserErrors(async () => {
      const set = await registryPartnerships
        .set(auditCtx, id, types.toNewSharing(change), { expectedUpdatedAt })
        .catch(faultsAt(itemInput))
      return { organization: toSiteOrganizationType(set, adminOrganizations.timeoutDefaults) }
    })
  }
}

/** Moves the fault of an item to its list. */
const itemInput = ([kind, ...item]: readonly (string | number)[]): readonly (string | number)[] =>
  typeof item[0] === 'number'
    ? [kind ?? '', 'consumers', ...item.map((step) => (step === 'id' ? 'name' : step))]
    : [...(kind === undefined ? [] : [kind]), ...item]

async function consumersOf(
  context: GraphqlContext,
  kind: SharedKind,
  { source }: SiteOrganizationType,
  page: PageInput | undefined,
): Promise<SiteOrganizationConnection> {
  const list = await consumerLists[kind](context, source, toPage(page))
  return toSiteOrganizationConnection(list, context.services.adminOrganizations.timeoutDefaults)
}
