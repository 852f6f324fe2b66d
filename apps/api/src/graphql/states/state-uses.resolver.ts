import {
  Arg,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  ID,
  Int,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql'
import { unused } from '../../domain/states/state-use.js'
import type { UsedProvider } from '../../domain/states/state-uses.service.js'
import type { WorkspaceOrder } from '../../domain/workspaces/workspace.js'
import type { Order } from '../../kernel/page.js'
import type { GraphqlContext } from '../context.js'
import { EngineVersionType } from '../engine-versions/engine-versions.types.js'
import { connectionOf, PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { nullWhenMissing } from '../queries.js'
import { RegistryModuleType } from '../registry-modules/registry-modules.types.js'
import { RegistryProviderType } from '../registry-providers/registry-providers.types.js'
import {
  toWorkspaceType,
  WorkspaceConnection,
  WorkspaceOrderInput,
  type WorkspaceType,
} from '../workspaces/workspaces.types.js'
import { batched, batchedLists } from '../batched.js'

const stateUsesOf = batched(({ ctx, services }, versions) =>
  services.stateUses.ofEngineVersions(ctx, versions),
)

const moduleUsesOf = batched(({ ctx, services }, ids) => services.stateUses.ofModules(ctx, ids))

const installationsOf = batchedLists(({ ctx, services }, ids, page) =>
  services.stateUses.installations(ctx, ids, page),
)

const providerUsesOf = batched(({ ctx, services }, providers: readonly UsedProvider[]) =>
  services.stateUses.ofProviders(ctx, providers),
)

@ObjectType('StateUse', { description: 'Workspaces whose current state was written by an engine version.' })
class StateUseType {
  @Field(() => Int)
  workspaces!: number

  @Field(() => Int, { description: 'Those of them that are set to a newer version by now.' })
  behind!: number
}

@ObjectType('ModuleVersionUse', {
  description: 'Workspaces for which a version of a module was installed last.',
})
class ModuleVersionUseType {
  @Field(() => String)
  version!: string

  @Field(() => Int)
  workspaces!: number

  @Field(() => Int, { description: 'Those of them for which a newer version is published: all or none.' })
  behind!: number
}

@ObjectType('ModuleInstallation', {
  description: 'A workspace for which a module was installed, with the version that was installed last.',
})
class ModuleInstallationType {
  @Field(() => ID, { description: 'Of the workspace.' })
  id!: string

  @Field(() => String)
  workspaceName!: string

  @Field(() => String)
  organizationName!: string

  @Field(() => String)
  version!: string

  @Field(() => String, { description: 'The last day on which it was downloaded, `2026-03-01`, in UTC.' })
  day!: string
}

const ModuleInstallationConnection = connectionOf(ModuleInstallationType)

/** The versions of the engine that are really in use, as current states tell. */
@Resolver(() => EngineVersionType)
export class EngineVersionStateUseResolver {
  @FieldResolver(() => StateUseType)
  async stateUse(
    @Root() { version }: EngineVersionType,
    @Ctx() context: GraphqlContext,
  ): Promise<StateUseType> {
    return (await stateUsesOf(context, version)) ?? unused
  }
}

/** The versions of modules that are installed for workspaces, by the downloads of their tokens. */
@Resolver(() => RegistryModuleType)
export class ModuleStateUseResolver {
  @Extensions({ most: 100 })
  @FieldResolver(() => [ModuleVersionUseType], {
    description:
      'Newest first; of workspaces that the caller may read, each with a token that writes no other.',
  })
  async versionUse(
    @Root() { id }: RegistryModuleType,
    @Ctx() context: GraphqlContext,
  ): Promise<readonly ModuleVersionUseType[]> {
    return (await moduleUsesOf(context, id)) ?? []
  }

  @FieldResolver(() => ModuleInstallationConnection, {
    description: 'The workspaces that `versionUse` counts, those of one organization together.',
  })
  async installations(
    @Root() module: RegistryModuleType,
    @Ctx() context: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<ModuleInstallationType>> {
    return toConnection(await installationsOf(context, module, toPage(page)))
  }
}

/** The providers of this registry that are really in use, as current states tell. */
@Resolver(() => RegistryProviderType)
export class ProviderStateUseResolver {
  @FieldResolver(() => Int, {
    description:
      'Of the workspaces that the caller may see, those with resources of it in their current state.',
  })
  async usedByWorkspaces(
    @Root() provider: RegistryProviderType,
    @Ctx() context: GraphqlContext,
  ): Promise<number> {
    // States name providers of the public registry by another host.
    return provider.registryName === 'public' ? 0 : ((await providerUsesOf(context, provider)) ?? 0)
  }

  @Query(() => WorkspaceConnection, {
    nullable: true,
    description:
      'Workspaces that the caller may see with resources of a private provider in their current state.',
  })
  async workspacesUsingProvider(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('providerId', () => ID) providerId: string,
    @Arg('orderBy', () => WorkspaceOrderInput, { nullable: true }) orderBy?: Order<WorkspaceOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<WorkspaceType> | null> {
    return nullWhenMissing(async () => {
      const { provider } = await services.providerAccess.providerById(ctx, providerId, 'providers:read')
      const list = await services.stateUses.listUsingProvider(ctx, provider, toPage(page, orderBy))
      return toConnection(list, toWorkspaceType)
    })
  }
}
