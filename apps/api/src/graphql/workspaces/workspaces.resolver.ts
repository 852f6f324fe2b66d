import { Arg, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import type { WorkspaceOrder } from '../../domain/workspaces/workspace.js'
import type { Order } from '../../kernel/page.js'
import type { GraphqlContext } from '../context.js'
import { OrganizationType } from '../organizations/organizations.types.js'
import { PageInput, toConnection, toPage } from '../page.types.js'
import { mayIn, nullWhenMissing, organizationOf } from '../queries.js'
import {
  toWorkspaceType,
  WorkspaceConnection,
  WorkspaceOrderInput,
  WorkspaceType,
} from './workspaces.types.js'

@Resolver(() => WorkspaceType)
export class WorkspacesResolver {
  @Query(() => WorkspaceType, { nullable: true })
  async workspace(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<WorkspaceType | null> {
    return nullWhenMissing(async () => {
      const { workspace } = await services.workspaces.accessById(ctx, id, 'workspaces:read')
      return toWorkspaceType(workspace)
    })
  }

  @FieldResolver(() => OrganizationType)
  organization(
    @Root() { organizationId }: WorkspaceType,
    @Ctx() context: GraphqlContext,
  ): Promise<OrganizationType> {
    return organizationOf(context, organizationId)
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may change it.' })
  canUpdate(@Root() { organizationId }: WorkspaceType, @Ctx() context: GraphqlContext): Promise<boolean> {
    return mayIn(context, organizationId, 'workspaces:write')
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may delete it.' })
  canDelete(@Root() { organizationId }: WorkspaceType, @Ctx() context: GraphqlContext): Promise<boolean> {
    return mayIn(context, organizationId, 'workspaces:write')
  }
}

@Resolver(() => OrganizationType)
export class OrganizationWorkspacesResolver {
  @FieldResolver(() => WorkspaceConnection, { description: 'By name.' })
  async workspaces(
    @Root() organization: OrganizationType,
    @Ctx() { loaders }: GraphqlContext,
    @Arg('search', () => String, { nullable: true, description: 'A part of the name.' }) search?: string,
    @Arg('orderBy', () => WorkspaceOrderInput, { nullable: true }) orderBy?: Order<WorkspaceOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<WorkspaceConnection> {
    const list = await loaders.workspacesOf.load(organization, { search, page: toPage(page, orderBy) })
    return toConnection(list, toWorkspaceType)
  }

  @FieldResolver(() => WorkspaceType, { nullable: true, description: 'By its name, in any case.' })
  async workspace(
    @Root() organization: OrganizationType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('name', () => String) name: string,
  ): Promise<WorkspaceType | null> {
    return nullWhenMissing(async () => {
      const { workspace } = await services.workspaces.access(ctx, organization.name, name, 'workspaces:read')
      return toWorkspaceType(workspace)
    })
  }
}
