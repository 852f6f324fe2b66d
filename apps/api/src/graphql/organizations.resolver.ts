import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import type { GraphqlContext } from './context.js'
import {
  OrganizationCreateInput,
  OrganizationCreatePayload,
  OrganizationType,
} from './organizations.types.js'
import { withUserErrors } from './user-errors.js'

@Resolver(() => OrganizationType)
export class OrganizationsResolver {
  @Mutation(() => OrganizationCreatePayload, { description: 'Its creator is its first owner.' })
  async organizationCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => OrganizationCreateInput) input: OrganizationCreateInput,
  ): Promise<OrganizationCreatePayload> {
    return withUserErrors(async () => ({ organization: await services.organizations.create(ctx, input) }))
  }
}
