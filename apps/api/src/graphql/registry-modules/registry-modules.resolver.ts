import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import {
  isPublished,
  versionKeyOf,
  type ModuleVersion,
} from '../../domain/registry-modules/registry-module-version.js'
import type { Page } from '../../kernel/page.js'
import type { GraphqlContext } from '../context.js'
import { deletion, partsOf, withUserErrors } from '../mutations.js'
import { OrganizationType } from '../organizations/organizations.types.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { mayIn, nullWhenMissing, organizationOf } from '../queries.js'
import * as versions from './registry-module-versions.types.js'
import * as types from './registry-modules.types.js'
import { batched, batchedLists } from '../batched.js'

const setUpOf = batched(
  async ({ ctx, services }, ids) =>
    new Map((await services.moduleVersions.setUpAmong(ctx, ids)).map((id) => [id, true])),
)
const newestOf = batched(({ ctx, services }, ids) => services.moduleVersions.newestOf(ctx, ids))

const versionsOf = batchedLists(
  ({ ctx, services }, ids, { page, ...choice }: { readonly page: Page; readonly publishedOnly: boolean }) =>
    services.moduleVersions.pagesOf(ctx, ids, choice, page),
)
const versionOf = batchedLists(
  async ({ ctx, services }, ids, number: string): Promise<ReadonlyMap<string, { found?: ModuleVersion }>> => {
    const versions = await services.moduleVersions.findAmong(ctx, ids, number)
    return new Map(
      ids.map((id) => {
        const found = versions.get(id)
        return [id, found ? { found } : {}]
      }),
    )
  },
)

const modulesOf = batchedLists(({ ctx, services }, ids, page) => services.modules.listOfMany(ctx, ids, page))

@Resolver(() => OrganizationType)
export class OrganizationModulesResolver {
  @FieldResolver(() => types.RegistryModuleConnection, { description: 'By name and provider.' })
  async registryModules(
    @Root() organization: OrganizationType,
    @Ctx() context: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.RegistryModuleType>> {
    const list = await modulesOf(context, organization, toPage(page))
    return toConnection(list, types.toRegistryModuleType)
  }

  @FieldResolver(() => types.RegistryModuleType, {
    nullable: true,
    description: 'By its name, in any case, and its provider.',
  })
  async registryModule(
    @Root() { name: namespace }: OrganizationType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('name', () => String) name: string,
    @Arg('provider', () => String) provider: string,
  ): Promise<types.RegistryModuleType | null> {
    return nullWhenMissing(async () => {
      const address = { namespace, name, provider }
      return types.toRegistryModuleType(
        (await services.moduleAccess.module(ctx, address, 'modules:read')).module,
      )
    })
  }
}

@Resolver(() => types.RegistryModuleType)
export class RegistryModulesResolver {
  @Query(() => types.RegistryModuleType, {
    nullable: true,
    description: 'Of an organization of the caller. What is shared is found by its namespace.',
  })
  async registryModule(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<types.RegistryModuleType | null> {
    return nullWhenMissing(async () => {
      const { module } = await services.moduleAccess.moduleById(ctx, id, 'modules:read')
      return types.toRegistryModuleType(module)
    })
  }

  @FieldResolver(() => OrganizationType, {
    nullable: true,
    description:
      'Null for a caller who may only use the module, and knows the organization only by its name.',
  })
  async organization(
    @Root() { module, usableOnly }: types.RegistryModuleType,
    @Ctx() context: GraphqlContext,
  ): Promise<OrganizationType | null> {
    return usableOnly ? null : organizationOf(context, module.organizationId)
  }

  @FieldResolver()
  async status(
    @Root() { id }: types.RegistryModuleType,
    @Ctx() context: GraphqlContext,
  ): Promise<types.ModuleStatus> {
    return (await setUpOf(context, id)) ? 'setup_complete' : 'pending'
  }

  @FieldResolver(() => versions.RegistryModuleVersionConnection, { description: 'Newest first.' })
  async versions(
    @Root() module: types.RegistryModuleType,
    @Ctx() context: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<versions.RegistryModuleVersionType>> {
    const asked = { page: toPage(page), publishedOnly: module.usableOnly }
    return toConnection(await versionsOf(context, module, asked), versions.toModuleVersionType)
  }

  @FieldResolver(() => versions.RegistryModuleVersionType, {
    nullable: true,
    description: 'By its number; build metadata does not count.',
  })
  async version(
    @Root() module: types.RegistryModuleType,
    @Ctx() context: GraphqlContext,
    @Arg('version', () => String) version: string,
  ): Promise<versions.RegistryModuleVersionType | null> {
    const { found } = await versionOf(context, module, version)
    const isShown = found && (!module.usableOnly || isPublished(found))
    return isShown ? versions.toModuleVersionType(found) : null
  }

  @FieldResolver(() => versions.RegistryModuleVersionType, {
    nullable: true,
    description: 'The newest release that is published; a pre-release only where there is nothing else.',
  })
  async newestVersion(
    @Root() { id }: types.RegistryModuleType,
    @Ctx() context: GraphqlContext,
  ): Promise<versions.RegistryModuleVersionType | null> {
    const newest = await newestOf(context, id)
    return newest ? versions.toModuleVersionType(newest) : null
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may change or delete it.' })
  canDelete(@Root() { module }: types.RegistryModuleType, @Ctx() context: GraphqlContext): Promise<boolean> {
    return mayIn(context, module.organizationId, 'modules:write')
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may give it versions.' })
  canPublish(@Root() { module }: types.RegistryModuleType, @Ctx() context: GraphqlContext): Promise<boolean> {
    return mayIn(context, module.organizationId, 'modules:publish')
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Where a gzip tar of sources is to be PUT, without a token and within a day, to know what they would break as this version; nothing is kept. The answer is JSON: `comparedWith`, `step`, `wantedStep`, `breaking`, `breakingCount`, `policy`, `refused`, `sentence` and `wantedVersion`. Null for those who may not publish, and for what is no version number.',
  })
  async interfaceCheckUrl(
    @Root() { id, module }: types.RegistryModuleType,
    @Ctx() context: GraphqlContext,
    @Arg('version', () => String) version: string,
  ): Promise<string | null> {
    if (versionKeyOf(version) === undefined) return null
    const mayPublish = await mayIn(context, module.organizationId, 'modules:publish')
    return mayPublish ? context.services.interfaceCheckLink(context.ctx, { moduleId: id, version }) : null
  }

  @Mutation(() => types.RegistryModulePayload, { description: 'Versions come next.' })
  async registryModuleCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryModuleCreateInput)
    { organization, ...input }: types.RegistryModuleCreateInput,
  ): Promise<types.RegistryModulePayload> {
    return withUserErrors(async () => ({
      registryModule: types.toRegistryModuleType(await services.modules.create(ctx, organization, input)),
    }))
  }

  @Mutation(() => types.RegistryModulePayload)
  async registryModuleUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryModuleUpdateInput) input: types.RegistryModuleUpdateInput,
  ): Promise<types.RegistryModulePayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => ({
      registryModule: types.toRegistryModuleType(
        await services.modules.update(auditCtx, id, change, expectedUpdatedAt),
      ),
    }))
  }

  @Mutation(() => types.RegistryModuleDeletePayload, {
    description: 'With all its versions; the numbers stay taken.',
  })
  async registryModuleDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryModuleDeleteInput) input: types.RegistryModuleDeleteInput,
  ): Promise<types.RegistryModuleDeletePayload> {
    return deletion(ctx, input, (auditCtx, id, expected) => services.modules.delete(auditCtx, [id], expected))
  }

  @Mutation(() => types.RegistryModulePayload, {
    description: 'Whether a module is vouched for; for site administrators.',
  })
  async registryModuleVerifiedSet(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryModuleVerifiedSetInput) input: types.RegistryModuleVerifiedSetInput,
  ): Promise<types.RegistryModulePayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => ({
      registryModule: types.toRegistryModuleType(
        await services.modules.verify(auditCtx, id, change, expectedUpdatedAt),
      ),
    }))
  }
}
