import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import {
  notSeen,
  type EngineRunnerOrder,
  type RunVersionOrder,
} from '../../domain/engine-sightings/engine-sighting.js'
import type { EnginePolicy } from '../../domain/engine-sightings/engine-policy.js'
import type { Order } from '../../kernel/page.js'
import type { GraphqlContext } from '../context.js'
import { EngineVersionType, EngineVersionStatusType } from '../engine-versions/engine-versions.types.js'
import { OrganizationType } from '../organizations/organizations.types.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { withoutEmpties } from '../queries.js'
import * as types from './engine-sightings.types.js'
import { batched, ofRequest } from '../batched.js'

const seenRecentlyOf = batched(({ ctx, services }, versions) =>
  services.engineSightings.seenRecently(ctx, versions),
)

/** Reads the newest version, once for all statuses of one request. */
const newestEngineVersion = ofRequest(({ ctx, services }) => services.engineVersions.newestNumber(ctx))

@Resolver(() => EngineVersionType)
export class EngineSightingsResolver {
  @Query(() => types.RunVersionConnection, {
    description: 'Those that most tokens run first; for site administrators.',
  })
  async runEngineVersions(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('filter', () => types.RunVersionFilterInput, { nullable: true })
    filter?: types.RunVersionFilterInput,
    @Arg('orderBy', () => types.RunVersionOrderInput, { nullable: true }) orderBy?: Order<RunVersionOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.RunVersionType>> {
    const asked = toPage(page, orderBy)
    const list = await services.engineSightings.listVersions(ctx, withoutEmpties(filter), asked)
    return toConnection(list, types.toRunVersionType)
  }

  @Query(() => types.EngineRunnerConnection, {
    description: 'Those that made most requests first; for site administrators.',
  })
  async engineRunners(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('filter', () => types.EngineRunnerFilter, { nullable: true }) filter?: types.EngineRunnerFilter,
    @Arg('orderBy', () => types.EngineRunnerOrderInput, { nullable: true })
    orderBy?: Order<EngineRunnerOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.EngineRunnerType>> {
    const asked = toPage(page, orderBy)
    const list = await services.engineSightings.listRunners(ctx, withoutEmpties(filter), asked)
    return toConnection(list, types.toEngineRunnerType)
  }

  @Query(() => types.EnginePolicyPreviewType, { description: 'For site administrators.' })
  async enginePolicyPreview(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('organization', () => String, {
      nullable: true,
      description: "By its name; without one, all that follow the site's policy.",
    })
    organization?: string,
  ): Promise<types.EnginePolicyPreviewType> {
    return services.enginePolicy.preview(ctx, organization)
  }

  @FieldResolver(() => types.SeenRecentlyType, { description: 'Who ran it in the last 30 days.' })
  async seenRecently(
    @Root() { version }: EngineVersionType,
    @Ctx() context: GraphqlContext,
  ): Promise<types.SeenRecentlyType> {
    return (await seenRecentlyOf(context, version)) ?? notSeen
  }
}

@Resolver(() => OrganizationType)
export class OrganizationEnginePolicyResolver {
  @FieldResolver(() => types.EnginePolicyEnum, { description: "What applies: its own or else the site's." })
  effectiveEnginePolicy(
    @Root() { enginePolicy }: OrganizationType,
    @Ctx() { services }: GraphqlContext,
  ): EnginePolicy {
    return enginePolicy ?? services.enginePolicy.sitePolicy
  }
}

@Resolver(() => EngineVersionStatusType)
export class EngineVersionStatusResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: 'What `latest` stands for; null while no stable version is enabled.',
  })
  newest(@Ctx() context: GraphqlContext): Promise<string | undefined> {
    return newestEngineVersion(context)
  }
}
