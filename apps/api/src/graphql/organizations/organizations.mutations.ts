import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import { partsOf } from '../mutations.js'
import * as types from './organizations.types.js'
import { withUserErrors } from '../user-errors.js'

@Resolver()
export class OrganizationsMutations {
  @Mutation(() => types.OrganizationCreatePayload, { description: 'Its creator is its first owner.' })
  async organizationCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.OrganizationCreateInput) input: types.OrganizationCreateInput,
  ): Promise<types.OrganizationCreatePayload> {
    return withUserErrors(async () => ({ organization: await services.organizations.create(ctx, input) }))
  }

  @Mutation(() => types.OrganizationPayload)
  async organizationUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.OrganizationUpdateInput) input: types.OrganizationUpdateInput,
  ): Promise<types.OrganizationPayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(() => services.organizations.update(auditCtx, id, change, expectedUpdatedAt))
  }

  @Mutation(() => types.OrganizationDeletePayload, {
    description: 'With everything it has; its name stays taken.',
  })
  async organizationDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.OrganizationDeleteInput) input: types.OrganizationDeleteInput,
  ): Promise<types.OrganizationDeletePayload> {
    const { ctx: auditCtx, id, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => {
      await services.organizations.delete(auditCtx, id, expectedUpdatedAt)
      return { deletedId: id }
    })
  }
}
