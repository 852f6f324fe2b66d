import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { SharedKind } from '../../domain/organizations/shares.js'
import { entitlements } from '../../domain/organizations/entitlements.js'
import { allKeptOf, type Organization } from '../../domain/organizations/organization.js'
import type { GraphqlContext } from '../context.js'
import { AuthenticationTokenType } from '../tokens/authentication-tokens.types.js'
import { KeptSettingType, toKeptSettings } from '../kept-settings.types.js'
import { deletion, partsOf, withUserErrors } from '../mutations.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { nullWhenMissing } from '../queries.js'
import { permissionsIn } from './permissions-in.js'
import * as types from './organizations.types.js'
import { batched, batchedLists } from '../batched.js'

const consumerCountOf = (kind: SharedKind) =>
  batched(({ ctx, services }, producerIds) => services.registrySharing.countConsumers(ctx, kind, producerIds))
const moduleConsumerCountOf = consumerCountOf('modules')
const providerConsumerCountOf = consumerCountOf('providers')

const producersOf = (kind: SharedKind) =>
  batchedLists(({ ctx, services }, ids, page) =>
    services.registrySharing.listProducersOfMany(ctx, kind, ids, page),
  )
const moduleProducersOf = producersOf('modules')
const providerProducersOf = producersOf('providers')

const quotasOf = batched(({ ctx, services }, ids) => services.organizations.quotasOf(ctx, ids))

const figuresOf = batched(({ ctx, services }, ids) => services.organizations.figuresOf(ctx, ids))

const tokenOf = batched(({ ctx, services }, ids) => services.tokens.listOfOrganizations(ctx, ids))

const auditTrailTokenOf = batched(({ ctx, services }, ids) =>
  services.tokens.listOfOrganizations(ctx, ids, 'audit-trails'),
)

@Resolver(() => types.OrganizationType)
export class OrganizationsResolver {
  @Query(() => types.OrganizationType, {
    nullable: true,
    description: 'By its name, in any case; for those who belong to it.',
  })
  async organization(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('name', () => String) name: string,
  ): Promise<types.OrganizationType | null> {
    return nullWhenMissing(
      async () => (await services.organizations.access(ctx, name, 'organizations:read')).organization,
    )
  }

  @FieldResolver(() => [types.organizationPermissions], { description: 'What the caller may do here.' })
  permissions(
    @Root() { id }: types.OrganizationType,
    @Ctx() context: GraphqlContext,
  ): Promise<types.OrganizationPermission[]> {
    return permissionsIn(context, id)
  }

  @FieldResolver(() => [types.entitlementNames], { description: 'What the platform does for it.' })
  entitlements(): types.EntitlementName[] {
    return Object.values(types.entitlementNames).filter((name) => entitlements[name])
  }

  @FieldResolver(() => [KeptSettingType], {
    description: 'What clients set and compare, by name; without effect here.',
  })
  keptSettings(@Root() organization: Organization): KeptSettingType[] {
    return toKeptSettings(allKeptOf(organization))
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'How many other organizations its modules are shared with by name; null for those who do not belong to it.',
  })
  async moduleConsumerCount(
    @Root() { id }: types.OrganizationType,
    @Ctx() context: GraphqlContext,
  ): Promise<number | null> {
    return (await moduleConsumerCountOf(context, id)) ?? null
  }

  @FieldResolver(() => Int, { nullable: true, description: 'The same of its private providers.' })
  async providerConsumerCount(
    @Root() { id }: types.OrganizationType,
    @Ctx() context: GraphqlContext,
  ): Promise<number | null> {
    return (await providerConsumerCountOf(context, id)) ?? null
  }

  @FieldResolver(() => [types.OrganizationQuotaType], {
    nullable: true,
    description: 'Its limits and how much of them it uses; null for a caller who does not decide about it.',
  })
  async quotas(
    @Root() { id }: types.OrganizationType,
    @Ctx() context: GraphqlContext,
  ): Promise<readonly types.OrganizationQuotaType[] | null> {
    return (await quotasOf(context, id)) ?? null
  }

  @FieldResolver(() => types.OrganizationFiguresType, {
    nullable: true,
    description: 'How it is, in numbers; null for a caller who does not decide about it.',
  })
  async figures(
    @Root() { id }: types.OrganizationType,
    @Ctx() context: GraphqlContext,
  ): Promise<types.OrganizationFiguresType | null> {
    return (await figuresOf(context, id)) ?? null
  }

  @FieldResolver(() => AuthenticationTokenType, {
    nullable: true,
    description: 'Its own token; null also without the permission to see it.',
  })
  async token(
    @Root() { id }: types.OrganizationType,
    @Ctx() context: GraphqlContext,
  ): Promise<AuthenticationTokenType | null> {
    return (await tokenOf(context, id)) ?? null
  }

  @FieldResolver(() => AuthenticationTokenType, {
    nullable: true,
    description:
      'The one that reads its audit trail and nothing else; null also without the permission to see it.',
  })
  async auditTrailToken(
    @Root() { id }: types.OrganizationType,
    @Ctx() context: GraphqlContext,
  ): Promise<AuthenticationTokenType | null> {
    return (await auditTrailTokenOf(context, id)) ?? null
  }

  @FieldResolver(() => types.OrganizationReferenceConnection, {
    description: 'The organizations that share their modules with this one, by name.',
  })
  async moduleProducers(
    @Root() organization: types.OrganizationType,
    @Ctx() context: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.OrganizationReferenceType>> {
    const list = await moduleProducersOf(context, organization, toPage(page))
    return toConnection(list, ({ id, name }) => ({ id, name }))
  }

  @FieldResolver(() => types.OrganizationReferenceConnection, {
    description: 'The organizations that share their private providers with this one, by name.',
  })
  async providerProducers(
    @Root() organization: types.OrganizationType,
    @Ctx() context: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.OrganizationReferenceType>> {
    const list = await providerProducersOf(context, organization, toPage(page))
    return toConnection(list, ({ id, name }) => ({ id, name }))
  }

  @Mutation(() => types.OrganizationCreatePayload, { description: 'Its creator is its first owner.' })
  async organizationCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.OrganizationCreateInput) input: types.OrganizationCreateInput,
  ): Promise<types.OrganizationCreatePayload> {
    return withUserErrors(async () => ({ organization: await services.organizations.create(ctx, input) }))
  }

  @Mutation(() => types.OrganizationPayload)
  async organizationUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.OrganizationUpdateInput) input: types.OrganizationUpdateInput,
  ): Promise<types.OrganizationPayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(() => services.organizations.update(auditCtx, id, change, expectedUpdatedAt))
  }

  @Mutation(() => types.OrganizationDeletePayload, {
    description: 'With everything it has; its name stays taken.',
  })
  async organizationDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.OrganizationDeleteInput) input: types.OrganizationDeleteInput,
  ): Promise<types.OrganizationDeletePayload> {
    return deletion(ctx, input, (auditCtx, id, expected) =>
      services.organizations.delete(auditCtx, id, expected),
    )
  }
}
