import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { requireScope } from '../../kernel/permissions.js'
import { batched, batchedLists } from '../batched.js'
import type { GraphqlContext } from '../context.js'
import { deletion, itemsOf, partsOf, withReason, withUserErrors } from '../mutations.js'
import { OrganizationReferenceConnection } from '../organizations/organizations.types.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { nullWhenMissing, withoutEmpties } from '../queries.js'
import * as types from './public-providers.types.js'

const countsOf = batched(({ ctx, services }, ids) => services.adminPublicProviders.countsOf(ctx, ids))
const requestsOf = batched(({ ctx, services }, ids) => services.adminPublicProviders.requestsOf(ctx, ids))
const platformsOf = batched(({ ctx, services }, ids) => services.adminPublicProviders.platformsOf(ctx, ids))
const differencesOf = batched(({ ctx, services }, ids) =>
  services.adminPublicProviders.differencesOf(ctx, ids),
)
const usingOf = batched(({ ctx, services }, ids) =>
  services.adminPublicProviders.organizationsUsing(ctx, ids),
)

const versionsOf = batchedLists(({ ctx, services }, ids, page) =>
  services.adminPublicProviders.versionsOf(ctx, ids, page),
)
const alteredVersionsOf = batchedLists(({ ctx, services }, ids, page) =>
  services.adminPublicProviders.alteredVersionsOf(ctx, ids, page),
)
const siteVersions = (
  { ctx, services }: GraphqlContext,
  list: Awaited<ReturnType<typeof versionsOf>>,
): Connection<types.SitePublicProviderVersionType> => {
  const { cooldown } = services.adminPublicProviders.site
  const now = ctx.clock.now()
  return toConnection(list, (version) => types.toSiteVersionType(version, cooldown, now))
}

const approvedOf = batchedLists(({ ctx, services }, ids, page) =>
  services.adminPublicProviders.approvedOf(ctx, ids, page),
)
const usersOf = batchedLists(({ ctx, services }, ids, page) =>
  services.adminPublicProviders.usersOf(ctx, ids, page),
)

const noCounts = {
  ...{ newestAvailable: null, newestHeld: null, newestHeldUntil: null },
  ...{ held: 0, blocked: 0, altered: 0, unverified: 0, decided: 0, listedBy: 0 },
}

@Resolver(() => types.SitePublicProviderType)
export class SitePublicProvidersResolver {
  @Query(() => types.PublicProviderSettingsType)
  publicProviderSettings(@Ctx() { ctx, services }: GraphqlContext): types.PublicProviderSettingsType {
    requireScope(ctx, 'account:read')
    const { site, origins } = services.adminPublicProviders
    const { mainOrigin } = services.organizationPublicProviders
    return { ...site, cooldown: site.cooldownAsSet, mainOrigin, origins }
  }

  @Query(() => types.PublicProviderStoreType, { description: 'For site administrators.' })
  async publicProviderStore(
    @Ctx() { ctx, services }: GraphqlContext,
  ): Promise<types.PublicProviderStoreType> {
    return services.adminPublicProviders.storeUse(ctx)
  }

  @Query(() => types.SitePublicProviderConnection, {
    description:
      'By origin, namespace and name, what is wanted by when it was last asked for; for site administrators.',
  })
  async sitePublicProviders(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('filter', () => types.SitePublicProviderFilter, { nullable: true })
    filter?: types.SitePublicProviderFilter,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.SitePublicProviderType>> {
    const list = await services.adminPublicProviders.list(ctx, withoutEmpties(filter), toPage(page))
    return toConnection(list)
  }

  @Query(() => types.SitePublicProviderType, { nullable: true, description: 'For site administrators.' })
  async sitePublicProvider(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<types.SitePublicProviderType | null> {
    return nullWhenMissing(() => services.adminPublicProviders.find(ctx, id))
  }

  @FieldResolver(() => types.SitePublicProviderCountsType)
  async counts(
    @Root() { id }: types.SitePublicProviderType,
    @Ctx() context: GraphqlContext,
  ): Promise<types.SitePublicProviderCountsType> {
    return (await countsOf(context, id)) ?? noCounts
  }

  @FieldResolver(() => [types.RequestedByType], {
    description: 'Organizations that asked for it and may not use it, the latest first; at most 20.',
  })
  async wanted(
    @Root() { id }: types.SitePublicProviderType,
    @Ctx() context: GraphqlContext,
  ): Promise<readonly types.RequestedByType[]> {
    return (await requestsOf(context, id)) ?? []
  }

  @FieldResolver(() => types.SitePublicProviderVersionConnection, { description: 'Newest first.' })
  async versions(
    @Root() provider: types.SitePublicProviderType,
    @Ctx() context: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.SitePublicProviderVersionType>> {
    return siteVersions(context, await versionsOf(context, provider, toPage(page)))
  }

  @FieldResolver(() => types.SitePublicProviderVersionConnection, {
    description: 'Those whose files are others at the origin than at first; newest first.',
  })
  async alteredVersions(
    @Root() provider: types.SitePublicProviderType,
    @Ctx() context: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.SitePublicProviderVersionType>> {
    return siteVersions(context, await alteredVersionsOf(context, provider, toPage(page)))
  }

  @FieldResolver(() => OrganizationReferenceConnection, {
    description: 'Those that were allowed it, by name.',
  })
  async approvedOrganizations(
    @Root() provider: types.SitePublicProviderType,
    @Ctx() context: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<{ id: string; name: string }>> {
    return toConnection(await approvedOf(context, provider, toPage(page)))
  }

  @FieldResolver(() => types.PublicProviderUserConnection, {
    description: 'Who downloaded its versions in 30 days, those that downloaded most first.',
  })
  async users(
    @Root() provider: types.SitePublicProviderType,
    @Ctx() context: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.PublicProviderUserType>> {
    return toConnection(await usersOf(context, provider, toPage(page)))
  }

  @Mutation(() => types.SitePublicProviderPayload, { description: 'Looks at it for the first time.' })
  async sitePublicProviderCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SitePublicProviderCreateInput) input: types.SitePublicProviderCreateInput,
  ): Promise<types.SitePublicProviderPayload> {
    return withUserErrors(async () => {
      const { provider } = await services.adminPublicProviders.create(ctx, { ...input })
      return { publicProvider: provider }
    })
  }

  @Mutation(() => types.SitePublicProviderFileImportPayload, {
    description: 'Begins the import of a file, which needs no origin; for site administrators.',
  })
  async sitePublicProviderFileImport(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SitePublicProviderFileImportInput)
    input: types.SitePublicProviderFileImportInput,
  ): Promise<types.SitePublicProviderFileImportPayload> {
    return withUserErrors(async () => {
      const { address } = services.providerImports.check(ctx, { ...input })
      return { uploadUrl: services.providerImportLink(ctx, address) }
    })
  }

  @Mutation(() => types.SitePublicProviderPayload)
  async sitePublicProviderUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SitePublicProviderUpdateInput) input: types.SitePublicProviderUpdateInput,
  ): Promise<types.SitePublicProviderPayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => {
      const publicProvider = await services.adminPublicProviders.update(
        auditCtx,
        id,
        change,
        expectedUpdatedAt,
      )
      return { publicProvider }
    })
  }

  @Mutation(() => types.SitePublicProviderDeletePayload, {
    description: 'Forgets it; not while an organization lists it or a decision stands.',
  })
  async sitePublicProviderDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SitePublicProviderDeleteInput) input: types.SitePublicProviderDeleteInput,
  ): Promise<types.SitePublicProviderDeletePayload> {
    return deletion(ctx, input, (auditCtx, id, expected) =>
      services.adminPublicProviders.delete(auditCtx, id, expected),
    )
  }

  @Mutation(() => types.SitePublicProviderPayload, {
    description: 'Compares it with its origin, behind the answer.',
  })
  async sitePublicProviderLook(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SitePublicProviderLookInput) { id }: types.SitePublicProviderLookInput,
  ): Promise<types.SitePublicProviderPayload> {
    return withUserErrors(async () => {
      const publicProvider = await services.adminPublicProviders.sync(ctx, id)
      return { publicProvider }
    })
  }

  @Mutation(() => types.SitePublicProviderPayload, { description: 'Allows it to organizations.' })
  async sitePublicProviderApprove(
    @Ctx() context: GraphqlContext,
    @Arg('input', () => types.SitePublicProviderOrganizationsInput)
    input: types.SitePublicProviderOrganizationsInput,
  ): Promise<types.SitePublicProviderPayload> {
    return setApproval(context, 'approve', input)
  }

  @Mutation(() => types.SitePublicProviderPayload, {
    description: 'Takes it from organizations; what they list themselves stays.',
  })
  async sitePublicProviderWithdraw(
    @Ctx() context: GraphqlContext,
    @Arg('input', () => types.SitePublicProviderOrganizationsInput)
    input: types.SitePublicProviderOrganizationsInput,
  ): Promise<types.SitePublicProviderPayload> {
    return setApproval(context, 'withdraw', input)
  }
}

/** Allows it to organizations, or takes it from them. */
function setApproval(
  { ctx, services }: GraphqlContext,
  verb: 'approve' | 'withdraw',
  { id, organizations, reason }: types.SitePublicProviderOrganizationsInput,
): Promise<types.SitePublicProviderPayload> {
  return withUserErrors(async () => {
    await services.adminPublicProviders[verb](withReason(ctx, reason), id, {
      ids: organizations,
      faults: [],
    }).catch(itemsOf('organizations'))
    const publicProvider = await services.adminPublicProviders.find(ctx, id)
    return { publicProvider }
  })
}

@Resolver(() => types.SitePublicProviderVersionType)
export class SitePublicProviderVersionsResolver {
  @FieldResolver(() => [types.SitePublicProviderPlatformType], { description: 'By os and arch.' })
  async platforms(
    @Root() { id }: types.SitePublicProviderVersionType,
    @Ctx() context: GraphqlContext,
  ): Promise<readonly types.SitePublicProviderPlatformType[]> {
    return (await platformsOf(context, id)) ?? []
  }

  @FieldResolver(() => [types.PublicProviderFileDifferenceType], {
    description: 'Of an altered version: what was first seen and what the origin had at the last look.',
  })
  async differences(
    @Root() { id }: types.SitePublicProviderVersionType,
    @Ctx() context: GraphqlContext,
  ): Promise<readonly types.PublicProviderFileDifferenceType[]> {
    return (await differencesOf(context, id)) ?? []
  }

  @FieldResolver(() => [String], {
    description: 'Organizations that downloaded it in 30 days, by name: whom a decision touches; at most 20.',
  })
  async usedBy(
    @Root() { id }: types.SitePublicProviderVersionType,
    @Ctx() context: GraphqlContext,
  ): Promise<readonly string[]> {
    return (await usingOf(context, id))?.names ?? []
  }

  @FieldResolver(() => Int, { description: 'How many they are.' })
  async usedByCount(
    @Root() { id }: types.SitePublicProviderVersionType,
    @Ctx() context: GraphqlContext,
  ): Promise<number> {
    return (await usingOf(context, id))?.total ?? 0
  }

  @Mutation(() => types.SitePublicProviderVersionPayload, { description: 'For everyone.' })
  async sitePublicProviderVersionDecide(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SitePublicProviderVersionDecideInput)
    { id, expectedUpdatedAt, ...change }: types.SitePublicProviderVersionDecideInput,
  ): Promise<types.SitePublicProviderVersionPayload> {
    return withUserErrors(async () => {
      const expected = expectedUpdatedAt ?? undefined
      const { adminPublicProviders } = services
      const version = await adminPublicProviders.decide(withReason(ctx, change.reason), id, change, expected)
      const { cooldown } = adminPublicProviders.site
      return { version: types.toSiteVersionType(version, cooldown, ctx.clock.now()) }
    })
  }
}
