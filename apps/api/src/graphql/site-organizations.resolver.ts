import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { DomainError } from '../kernel/errors.js'
import type { GraphqlContext } from './context.js'
import { UserType } from './identity.types.js'
import { PageInput, toPage } from './page.types.js'
import * as types from './site-organizations.types.js'
import { withUserErrors } from './user-errors.js'

@Resolver(() => types.SiteOrganizationType)
export class SiteOrganizationsResolver {
  @Query(() => types.SiteOrganizationConnection, { description: 'By name; for site administrators.' })
  async siteOrganizations(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('filter', () => types.SiteOrganizationFilter, { nullable: true })
    filter?: types.SiteOrganizationFilter,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<types.SiteOrganizationConnection> {
    const { search, isModuleProducer, isDisabled } = filter ?? {}
    const wanted = {
      search: search ?? undefined,
      isModuleProducer: isModuleProducer ?? undefined,
      isDisabled: isDisabled ?? undefined,
    }
    const list = await services.siteOrganizations.list(ctx, wanted, toPage(page))
    return types.toSiteOrganizationConnection(list, services.siteOrganizations.timeoutDefaults)
  }

  @Query(() => types.SiteOrganizationType, {
    nullable: true,
    description: 'By its name; null also for whoever is no site administrator.',
  })
  async siteOrganization(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('name', () => String) name: string,
  ): Promise<types.SiteOrganizationType | null> {
    const { siteOrganizations } = services
    try {
      const found = await siteOrganizations.find(ctx, name)
      return types.toSiteOrganizationType(found, siteOrganizations.timeoutDefaults)
    } catch (error) {
      if (error instanceof DomainError && error.failure.kind === 'not-found') return null
      throw error
    }
  }

  @FieldResolver(() => [UserType], { description: 'The team of owners, by user name.' })
  async owners(
    @Root() { source }: types.SiteOrganizationType,
    @Ctx() { owners }: GraphqlContext,
  ): Promise<UserType[]> {
    return [...(await owners.load(source))]
  }

  @FieldResolver(() => types.SiteOrganizationConnection, {
    description: 'Those that may use its modules, by name; empty while it shares with all.',
  })
  async moduleConsumers(
    @Root() { source }: types.SiteOrganizationType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<types.SiteOrganizationConnection> {
    const list = await services.moduleSharing.listConsumers(ctx, source, toPage(page))
    return types.toSiteOrganizationConnection(list, services.siteOrganizations.timeoutDefaults)
  }

  @Mutation(() => types.SiteOrganizationPayload)
  async siteOrganizationUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SiteOrganizationUpdateInput) input: types.SiteOrganizationUpdateInput,
  ): Promise<types.SiteOrganizationPayload> {
    const { id, expectedUpdatedAt, reason, ...change } = input
    const { siteOrganizations } = services
    return withUserErrors(async () => {
      const expected = expectedUpdatedAt ?? undefined
      const updated = await siteOrganizations.update(withReason(ctx, reason), id, change, expected)
      return { organization: types.toSiteOrganizationType(updated, siteOrganizations.timeoutDefaults) }
    })
  }

  @Mutation(() => types.SiteOrganizationPayload, { description: 'All at once; ends sharing with all.' })
  async siteOrganizationModuleConsumersSet(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SiteOrganizationModuleConsumersSetInput)
    input: types.SiteOrganizationModuleConsumersSetInput,
  ): Promise<types.SiteOrganizationPayload> {
    const { id, expectedUpdatedAt, reason, consumers } = input
    const { moduleSharing, siteOrganizations } = services
    return withUserErrors(async () => {
      const expected = { expectedUpdatedAt: expectedUpdatedAt ?? undefined }
      const set = await moduleSharing
        .setConsumers(withReason(ctx, reason), id, consumers, expected)
        .catch(inThisInput)
      return { organization: types.toSiteOrganizationType(set, siteOrganizations.timeoutDefaults) }
    })
  }
}

function withReason(ctx: GraphqlContext['ctx'], reason: string | null | undefined): GraphqlContext['ctx'] {
  return reason ? { ...ctx, reason: reason.slice(0, 1000) } : ctx
}

/** A fault of one item, `[index, 'id']`, stands in this input at `consumers`, `index`. */
function inThisInput(error: unknown): never {
  if (!(error instanceof DomainError) || error.failure.kind !== 'invalid') throw error
  const faults = error.failure.faults.map((fault) => ({
    ...fault,
    path: ['consumers', ...fault.path.slice(0, 1)],
  }))
  throw new DomainError({ kind: 'invalid', faults })
}
