import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { notFound } from '../kernel/errors.js'
import type { GraphqlContext } from './context.js'
import { OrganizationType } from './organizations.types.js'
import { PageInput, toConnection, toPage } from './page.types.js'
import { toWorkspaceType, WorkspaceConnection, WorkspaceType } from './workspaces.types.js'

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

@Resolver(() => OrganizationType)
export class OrganizationWorkspacesResolver {
  @FieldResolver(() => WorkspaceConnection, { description: 'By name.' })
  async workspaces(
    @Root() { name }: OrganizationType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('search', () => String, { nullable: true, description: 'A part of the name.' }) search?: string,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<WorkspaceConnection> {
    return toConnection(await services.workspaces.list(ctx, name, search, toPage(page)), toWorkspaceType)
  }
}
