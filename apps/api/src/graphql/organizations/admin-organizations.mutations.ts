import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import { itemsOf, partsOf } from '../mutations.js'
import * as types from './admin-organizations.types.js'
import { withUserErrors } from '../user-errors.js'

@Resolver()
export class AdminOrganizationsMutations {
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
