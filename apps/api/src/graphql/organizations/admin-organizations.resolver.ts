import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { AdminOrganizationOrder } from '../../domain/organizations/admin-organization.js'
import { notFound } from '../../kernel/errors.js'
import type { Order } from '../../kernel/page.js'
import type { GraphqlContext } from '../context.js'
import { UserType } from '../identity/identity.types.js'
import {
  DisableConsequencesType,
  SharingPreviewInput,
  SharingPreviewType,
} from '../module-sharing/sharing-preview.types.js'
import { itemsOf, partsOf } from '../mutations.js'
import { PageInput, toPage } from '../page.types.js'
import { nullWhenMissing, withoutEmpties } from '../queries.js'
import { withUserErrors } from '../user-errors.js'
import * as types from './admin-organizations.types.js'

@Resolver(() => types.SiteOrganizationType)
export class AdminOrganizationsResolver {
  @Query(() => types.SiteOrganizationConnection, { description: 'By name; for site administrators.' })
  async siteOrganizations(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('filter', () => types.SiteOrganizationFilter, { nullable: true })
    filter?: types.SiteOrganizationFilter,
    @Arg('orderBy', () => types.SiteOrganizationOrderInput, { nullable: true })
    orderBy?: Order<AdminOrganizationOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<types.SiteOrganizationConnection> {
    const list = await services.adminOrganizations.list(
      ctx,
      withoutEmpties(filter ?? {}),
      toPage(page, orderBy),
    )
    return types.toSiteOrganizationConnection(list, services.adminOrganizations.timeoutDefaults)
  }

  @Query(() => types.SiteOrganizationType, {
    nullable: true,
    description: 'By its name; null also for other callers than site administrators.',
  })
  async siteOrganization(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('name', () => String) name: string,
  ): Promise<types.SiteOrganizationType | null> {
    const { adminOrganizations } = services
    return nullWhenMissing(async () => {
      const found = await adminOrganizations.find(ctx, name)
      return types.toSiteOrganizationType(found, adminOrganizations.timeoutDefaults)
    })
  }

  @FieldResolver(() => [UserType], { description: 'The team of owners, by user name.' })
  async owners(
    @Root() { source }: types.SiteOrganizationType,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<UserType[]> {
    return [...(await loaders.owners.load(source))]
  }

  @FieldResolver(() => types.SiteOrganizationConnection, {
    description: 'Those that may use its modules, by name; empty while it shares with all.',
  })
  async moduleConsumers(
    @Root() { source }: types.SiteOrganizationType,
    @Ctx() { loaders, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<types.SiteOrganizationConnection> {
    const list = await loaders.consumersOf.load(source, { page: toPage(page) })
    return types.toSiteOrganizationConnection(list, services.adminOrganizations.timeoutDefaults)
  }

  @FieldResolver(() => DisableConsequencesType, {
    description: 'What becomes unavailable when it is disabled.',
  })
  async disableConsequences(
    @Root() { id }: types.SiteOrganizationType,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<DisableConsequencesType> {
    const consequences = await loaders.consequences.load(id)
    if (!consequences) throw notFound()
    return consequences
  }

  @FieldResolver(() => SharingPreviewType, {
    description: 'Who would gain its modules by a change, and who would lose them.',
  })
  sharingPreview(
    @Root() { source }: types.SiteOrganizationType,
    @Arg('input', () => SharingPreviewInput) { globalModuleSharing, consumers }: SharingPreviewInput,
  ): SharingPreviewType {
    const proposal = {
      globalModuleSharing: globalModuleSharing ?? undefined,
      consumers: consumers ?? undefined,
    }
    return { source, proposal }
  }

  @Mutation(() => types.SiteOrganizationPayload)
  async siteOrganizationUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SiteOrganizationUpdateInput) input: types.SiteOrganizationUpdateInput,
  ): Promise<types.SiteOrganizationPayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    const { adminOrganizations } = services
    return withUserErrors(async () => {
      const updated = await adminOrganizations.update(auditCtx, id, change, expectedUpdatedAt)
      return { organization: types.toSiteOrganizationType(updated, adminOrganizations.timeoutDefaults) }
    })
  }

  @Mutation(() => types.SiteOrganizationPayload, { description: 'All at once; ends sharing with all.' })
  async siteOrganizationModuleConsumersSet(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SiteOrganizationModuleConsumersSetInput)
    input: types.SiteOrganizationModuleConsumersSetInput,
  ): Promise<types.SiteOrganizationPayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    const { moduleSharing, adminOrganizations } = services
    return withUserErrors(async () => {
      const set = await moduleSharing
        .setConsumers(auditCtx, id, change.consumers, { expectedUpdatedAt })
        .catch(itemsOf('consumers'))
      return { organization: types.toSiteOrganizationType(set, adminOrganizations.timeoutDefaults) }
    })
  }

  @Mutation(() => types.SiteOrganizationDeletePayload, {
    description: 'With everything it has, whether it is disabled or not; its name stays taken.',
  })
  async siteOrganizationDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SiteOrganizationDeleteInput) input: types.SiteOrganizationDeleteInput,
  ): Promise<types.SiteOrganizationDeletePayload> {
    const { ctx: auditCtx, id, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => {
      await services.adminOrganizations.delete(auditCtx, id, expectedUpdatedAt)
      return { deletedId: id }
    })
  }
}
