import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { WorkspaceFilter, WorkspaceOrder } from '../../domain/workspaces/workspace.js'
import type { Order } from '../../kernel/page.js'
import type { GraphqlContext } from '../context.js'
import { deletion, partsOf, renamed, withUserErrors } from '../mutations.js'
import { OrganizationType } from '../organizations/organizations.types.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { mayIn, nullWhenMissing, organizationOf, withoutEmpties } from '../queries.js'
import * as types from './workspaces.types.js'
import { batchedLists, type Asked } from '../batched.js'

const workspacesOf = batchedLists(
  ({ ctx, services }, ids, { page, ...filter }: Asked<WorkspaceFilter, WorkspaceOrder>) =>
    services.workspaces.listOfMany(ctx, ids, filter, page),
)

@Resolver(() => types.WorkspaceType)
export class WorkspacesResolver {
  @Query(() => types.WorkspaceConnection, {
    description: 'Those of all organizations, by name; for site administrators.',
  })
  async siteWorkspaces(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('filter', () => types.SiteWorkspaceFilter, { nullable: true }) filter?: types.SiteWorkspaceFilter,
    @Arg('orderBy', () => types.WorkspaceOrderInput, { nullable: true }) orderBy?: Order<WorkspaceOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.WorkspaceType>> {
    const list = await services.workspaces.listAll(ctx, withoutEmpties(filter), toPage(page, orderBy))
    return toConnection(list, types.toWorkspaceType)
  }

  @Query(() => types.WorkspaceType, { nullable: true })
  async workspace(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<types.WorkspaceType | null> {
    return nullWhenMissing(async () => {
      const { workspace } = await services.workspaces.accessById(ctx, id, 'workspaces:read')
      return types.toWorkspaceType(workspace)
    })
  }

  @FieldResolver(() => OrganizationType)
  organization(
    @Root() { organizationId }: types.WorkspaceType,
    @Ctx() context: GraphqlContext,
  ): Promise<OrganizationType> {
    return organizationOf(context, organizationId)
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may change it.' })
  canUpdate(
    @Root() { organizationId }: types.WorkspaceType,
    @Ctx() context: GraphqlContext,
  ): Promise<boolean> {
    return mayIn(context, organizationId, 'workspaces:write')
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may delete it.' })
  canDelete(
    @Root() { organizationId }: types.WorkspaceType,
    @Ctx() context: GraphqlContext,
  ): Promise<boolean> {
    return mayIn(context, organizationId, 'workspaces:write')
  }

  @Mutation(() => types.WorkspacePayload)
  async workspaceCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.WorkspaceCreateInput) { organization, ...input }: types.WorkspaceCreateInput,
  ): Promise<types.WorkspacePayload> {
    return withUserErrors(async () => ({
      workspace: types.toWorkspaceType(await services.workspaces.create(ctx, organization, input)),
    }))
  }

  @Mutation(() => types.WorkspacePayload)
  async workspaceUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.WorkspaceUpdateInput) input: types.WorkspaceUpdateInput,
  ): Promise<types.WorkspacePayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    const { tags, ...attributes } = change
    const tagBindings = tags ?? undefined
    return withUserErrors(async () => {
      const updated = await services.workspaces
        .update(auditCtx, id, attributes, expectedUpdatedAt, tagBindings && { tagBindings })
        .catch(renamed({ tagBindings: 'tags' }))
      return { workspace: types.toWorkspaceType(updated) }
    })
  }

  @Mutation(() => types.WorkspaceDeletePayload)
  async workspaceDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.WorkspaceDeleteInput) input: types.WorkspaceDeleteInput,
  ): Promise<types.WorkspaceDeletePayload> {
    return deletion(ctx, input, (auditCtx, id, expected) =>
      services.workspaces.delete(auditCtx, id, expected),
    )
  }
}

@Resolver(() => OrganizationType)
export class OrganizationWorkspacesResolver {
  @FieldResolver(() => types.WorkspaceConnection, { description: 'By name.' })
  async workspaces(
    @Root() organization: OrganizationType,
    @Ctx() context: GraphqlContext,
    @Arg('search', () => String, { nullable: true, description: 'A part of the name.' }) search?: string,
    @Arg('needsUpgrade', () => Boolean, {
      nullable: true,
      description: 'Whether its engine version is deprecated or disabled.',
    })
    needsUpgrade?: boolean,
    @Arg('orderBy', () => types.WorkspaceOrderInput, { nullable: true }) orderBy?: Order<WorkspaceOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.WorkspaceType>> {
    const list = await workspacesOf(context, organization, {
      ...withoutEmpties({ search, needsUpgrade }),
      page: toPage(page, orderBy),
    })
    return toConnection(list, types.toWorkspaceType)
  }

  @FieldResolver(() => types.WorkspaceType, { nullable: true, description: 'By its name, in any case.' })
  async workspace(
    @Root() organization: OrganizationType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('name', () => String) name: string,
  ): Promise<types.WorkspaceType | null> {
    return nullWhenMissing(async () => {
      const { workspace } = await services.workspaces.access(ctx, organization.name, name, 'workspaces:read')
      return types.toWorkspaceType(workspace)
    })
  }
}
