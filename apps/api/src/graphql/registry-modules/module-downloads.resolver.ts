import { Arg, Ctx, Extensions, Field, FieldResolver, Int, ObjectType, Resolver, Root } from 'type-graphql'
import type { DownloadsHistory } from '../../domain/registry-modules/module-download.js'
import { invalid } from '../../kernel/errors.js'
import type { GraphqlContext } from '../context.js'
import { batched } from '../batched.js'
import { connectionOf, PageInput, pageOf, toConnection, toPage, type Connection } from '../page.types.js'
import { RegistryModuleVersionType } from './registry-module-versions.types.js'
import { RegistryModuleType } from './registry-modules.types.js'

export const longest = 366

/** The days of what lists show of late. */
const recentDays = 30

const recentOf = batched(({ ctx, services }, ids) => services.moduleDownloads.daily(ctx, ids, recentDays))

const ofVersion = batched(({ ctx, services }, ids) => services.moduleDownloads.ofVersions(ctx, ids))

@ObjectType('RegistryModuleDownloadsOfDay')
export class RegistryModuleDownloadsOfDayType {
  @Field(() => String, { description: '`2026-03-01`, in UTC.' })
  day!: string

  @Field(() => Int)
  count!: number
}

@ObjectType('RegistryModuleDownloadsOfConsumer', {
  description:
    'Of an organization by its tokens and those of its teams, or of all people by their own tokens.',
})
export class RegistryModuleDownloadsOfConsumerType {
  @Field(() => String, {
    nullable: true,
    description: 'Null for downloads of people with their own tokens.',
  })
  organizationId!: string | null

  @Field(() => String, { nullable: true, description: 'Null also where the organization is gone.' })
  organizationName!: string | null

  @Field(() => Int)
  count!: number
}

const DownloadsOfConsumerConnection = connectionOf(RegistryModuleDownloadsOfConsumerType)

@ObjectType('RegistryModuleDownloadsHistory')
export class RegistryModuleDownloadsHistoryType {
  @Extensions({ most: longest })
  @Field(() => [RegistryModuleDownloadsOfDayType], {
    description: 'Each day in order, also those without any.',
  })
  days!: DownloadsHistory['days']

  /** The history, for the resolver of the connection; no field of the schema. */
  history!: DownloadsHistory
}

/** Requires a number of days between one and this maximum. */
export function requireDays(days: number, most = longest): void {
  if (days < 1 || days > most)
    throw invalid({ path: ['days'], code: 'INVALID', message: `Days is invalid: from 1 to ${most}` })
}

@Resolver(() => RegistryModuleType)
export class RegistryModuleDownloadsResolver {
  @Extensions({ most: recentDays })
  @FieldResolver(() => [Int], {
    description: `Its downloads on each of the last ${recentDays} days (UTC), today last. Right within a second.`,
  })
  async recentDownloads(
    @Root() { id }: RegistryModuleType,
    @Ctx() context: GraphqlContext,
  ): Promise<readonly number[]> {
    return (await recentOf(context, id)) ?? Array.from({ length: recentDays }, () => 0)
  }

  @FieldResolver(() => RegistryModuleDownloadsHistoryType, {
    nullable: true,
    description: `The last days, today among them; ${longest} at most. Right within a second. Null for a caller who may only use the module.`,
  })
  async downloadsHistory(
    @Root() { id, usableOnly }: RegistryModuleType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('days', () => Int, { defaultValue: 30 }) days: number,
  ): Promise<RegistryModuleDownloadsHistoryType | null> {
    if (usableOnly) return null
    requireDays(days)
    const history = await services.moduleDownloads.history(ctx, id, days)
    return { days: history.days, history }
  }
}

@Resolver(() => RegistryModuleVersionType)
export class RegistryModuleVersionDownloadsResolver {
  @FieldResolver(() => Int, { description: 'How often it was downloaded. Right within a second.' })
  async downloads(
    @Root() { id }: RegistryModuleVersionType,
    @Ctx() context: GraphqlContext,
  ): Promise<number> {
    return (await ofVersion(context, id)) ?? 0
  }
}

@Resolver(() => RegistryModuleDownloadsHistoryType)
export class RegistryModuleDownloadsHistoryResolver {
  @FieldResolver(() => DownloadsOfConsumerConnection, { description: 'Those that downloaded most first.' })
  consumers(
    @Root() { history }: RegistryModuleDownloadsHistoryType,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Connection<RegistryModuleDownloadsOfConsumerType> {
    return toConnection(pageOf(history.consumers, toPage(page)))
  }
}
