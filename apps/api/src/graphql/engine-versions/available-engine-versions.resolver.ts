import { Arg, Ctx, Query, Resolver } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { withoutEmpties } from '../queries.js'
import {
  AvailableEngineVersionConnection,
  AvailableEngineVersionType,
  toAvailableEngineVersionType,
} from './engine-versions.types.js'

@Resolver()
export class AvailableEngineVersionsResolver {
  @Query(() => AvailableEngineVersionConnection, {
    description: 'The enabled versions, newest first, for every user.',
  })
  async availableEngineVersions(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('organization', () => String, {
      nullable: true,
      description: 'Only those that workspaces of this organization may use: beta versions need its access.',
    })
    organization?: string,
    @Arg('search', () => String, { nullable: true, description: 'Part of the version number.' })
    search?: string | null,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<AvailableEngineVersionType>> {
    const list = organization
      ? await services.workspaces.listVersions(ctx, organization, search ?? undefined, toPage(page))
      : await services.engineVersions.listAvailable(ctx, withoutEmpties({ search }), toPage(page))
    return toConnection(list, toAvailableEngineVersionType)
  }

  @Query(() => AvailableEngineVersionType, {
    nullable: true,
    description: 'What `latest` stands for; null while no stable version is enabled.',
  })
  async latestEngineVersion(
    @Ctx() { ctx, services }: GraphqlContext,
  ): Promise<AvailableEngineVersionType | null> {
    const latest = await services.engineVersions.findLatest(ctx)
    return latest ? toAvailableEngineVersionType(latest) : null
  }
}
