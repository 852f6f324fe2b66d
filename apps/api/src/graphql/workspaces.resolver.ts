import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { notFound } from '../kernel/errors.js'
import type { GraphqlContext } from './context.js'
import { OrganizationType } from './organizations.types.js'
import { WorkspaceType } from './workspaces.types.js'

@Resolver(() => WorkspaceType)
export class WorkspacesResolver {
  @FieldResolver(() => OrganizationType)
  async organization(
    @Root() workspace: WorkspaceType,
    @Ctx() { organizations }: GraphqlContext,
  ): Promise<OrganizationType> {
    const organization = await organizations.load(workspace.organizationId)
    if (!organization) throw notFound()
    return organization
  }
}
