import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { AdminOrganizationOrder } from '../../domain/organizations/admin-organization.js'
import { notFound } from '../../kernel/errors.js'
import type { Order } from '../../kernel/page.js'
import type { GraphqlContext } from '../context.js'
import { UserType } from '../accounts/users.types.js'
import { deletion, partsOf, withUserErrors } from '../mutations.js'
import { PageInput, toPage } from '../page.types.js'
import { nullWhenMissing, withoutEmpties } from '../queries.js'
import * as types from './admin-organizations.types.js'
import { batched } from '../batched.js'
import type { AdminOrganization } from '../../domain/organizations/admin-organization.js'
import type { User } from '../../domain/people/user.js'

const ownersOf = batched(async ({ ctx, services }, of: readonly AdminOrganization[]) => {
  const found = await services.users.findMany(
    ctx,
    of.flatMap(({ ownerIds }) => ownerIds),
  )
  const among = (ids: readonly string[]): User[] => found.filter(({ id }) => ids.includes(id))
  return new Map(of.map(({ id, ownerIds }) => [id, among(ownerIds)]))
})

const consequencesOf = batched(({ ctx, services }, ids) =>
  services.adminOrganizations.consequencesOfDisabling(ctx, ids),
)

@Resolver(() => types.SiteOrganizationType)
export class AdminOrganizationsResolver {
  @Query(() => types.SiteOrganizationConnection, { description: 'By name; for site administrators.' })
  async siteOrganizations(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('filter', () => types.SiteOrganizationFilter, { nullable: true })
    filter?: types.SiteOrganizationFilter,
    @Arg('orderBy', () => types.SiteOrganizationOrderInput, { nullable: true })
    orderBy?: Order<AdminOrganizationOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<types.SiteOrganizationConnection> {
    const { adminOrganizations } = services
    const list = await adminOrganizations.list(ctx, withoutEmpties(filter), toPage(page, orderBy))
    return types.toSiteOrganizationConnection(list, adminOrganizations.timeoutDefaults)
  }

  @Query(() => types.SiteOrganizationType, {
    nullable: true,
    description: 'By its name; null also for other callers than site administrators.',
  })
  async siteOrganization(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('name', () => String) name: string,
  ): Promise<types.SiteOrganizationType | null> {
    const { adminOrganizations } = services
    return nullWhenMissing(async () => {
      const found = await adminOrganizations.find(ctx, name)
      return types.toSiteOrganizationType(found, adminOrganizations.timeoutDefaults)
    })
  }

  @FieldResolver(() => [UserType], { description: 'The team of owners, by user name.' })
  async owners(
    @Root() { source }: types.SiteOrganizationType,
    @Ctx() context: GraphqlContext,
  ): Promise<UserType[]> {
    return (await ownersOf(context, source)) ?? []
  }

  @FieldResolver(() => types.DisableConsequencesType, {
    description: 'What becomes unavailable when it is disabled.',
  })
  async disableConsequences(
    @Root() { id }: types.SiteOrganizationType,
    @Ctx() context: GraphqlContext,
  ): Promise<types.DisableConsequencesType> {
    const consequences = await consequencesOf(context, id)
    if (!consequences) throw notFound()
    return consequences
  }

  @Mutation(() => types.SiteOrganizationPayload)
  async siteOrganizationUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SiteOrganizationUpdateInput) input: types.SiteOrganizationUpdateInput,
  ): Promise<types.SiteOrganizationPayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    const { adminOrganizations } = services
    return withUserErrors(async () => {
      const updated = await adminOrganizations.update(auditCtx, id, change, expectedUpdatedAt)
      return { organization: types.toSiteOrganizationType(updated, adminOrganizations.timeoutDefaults) }
    })
  }

  @Mutation(() => types.SiteOrganizationDeletePayload, {
    description: 'With everything it has, whether it is disabled or not; its name stays taken.',
  })
  async siteOrganizationDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SiteOrganizationDeleteInput) input: types.SiteOrganizationDeleteInput,
  ): Promise<types.SiteOrganizationDeletePayload> {
    return deletion(ctx, input, (auditCtx, id, expected) =>
      services.adminOrganizations.delete(auditCtx, id, expected),
    )
  }
}
