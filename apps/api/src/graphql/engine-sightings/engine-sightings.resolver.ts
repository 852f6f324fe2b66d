import { Arg, Ctx, Extensions, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql'
import {
  keptDays,
  notSeen,
  runKey,
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
import { requireDays } from '../registry-modules/module-downloads.resolver.js'
import { batched, batchedLists, ofRequest } from '../batched.js'

const seenRecentlyOf = batched(({ ctx, services }, versions) =>
  services.engineSightings.seenRecently(ctx, versions),
)

const runsOf = batchedLists(({ ctx, services }, keys, days: number) =>
  services.engineSightings.historiesOf(ctx, keys, days),
)

/** Number of versions that `engineRuns` tells apart. */
const toldApart = 6

const runsField = {
  description: `Requests of each of the last days, today among them, in order; ${keptDays} at most.`,
}

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

  @Extensions({ most: toldApart + 1 })
  @Query(() => [types.RunHistoryType], {
    description: `The ${toldApart} versions of most requests in the last days, today among them, and all others together; for site administrators.`,
  })
  async engineRuns(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('days', () => Int, { defaultValue: keptDays, description: `${keptDays} at most.` }) days: number,
  ): Promise<readonly types.RunHistoryType[]> {
    requireDays(days, keptDays)
    return services.engineSightings.histories(ctx, days, toldApart)
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

  @Extensions({ most: keptDays })
  @FieldResolver(() => [types.RunsOfDayType], runsField)
  async runs(
    @Root() { version }: EngineVersionType,
    @Ctx() context: GraphqlContext,
    @Arg('days', () => Int, { defaultValue: keptDays }) days: number,
  ): Promise<readonly types.RunsOfDayType[]> {
    requireDays(days, keptDays)
    return runsOf(context, { id: runKey('engine', version) }, days)
  }
}

@Resolver(() => types.RunVersionType)
export class RunVersionResolver {
  @Extensions({ most: keptDays })
  @FieldResolver(() => [types.RunsOfDayType], runsField)
  async runs(
    @Root() version: types.RunVersionType,
    @Ctx() context: GraphqlContext,
    @Arg('days', () => Int, { defaultValue: 30 }) days: number,
  ): Promise<readonly types.RunsOfDayType[]> {
    requireDays(days, keptDays)
    return runsOf(context, version, days)
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
