import { Arg, Ctx, FieldResolver, Int, ObjectType, Resolver, Root } from 'type-graphql'
import { batched } from '../batched.js'
import type { GraphqlContext } from '../context.js'
import { connectionOf, PageInput, pageOf, toConnection, toPage, type Connection } from '../page.types.js'
import {
  RegistryModuleDownloadsOfConsumerType,
  requireDays,
} from '../registry-modules/module-downloads.resolver.js'
import { RegistryProviderVersionType } from './registry-provider-versions.types.js'
import { RegistryProviderType } from './registry-providers.types.js'

const ofVersions = batched(({ ctx, services }, ids) => services.providerDownloads.ofVersions(ctx, ids))

const rightWithin = 'Right within a second.'

@ObjectType('RegistryProviderDownloadsOfConsumer', {
  description:
    'Of an organization by its tokens and those of its teams, or of all people by their own tokens.',
})
class DownloadsOfConsumerType extends RegistryModuleDownloadsOfConsumerType {}

const DownloadsOfConsumerConnection = connectionOf(DownloadsOfConsumerType)

@Resolver(() => RegistryProviderType)
export class RegistryProviderDownloadsResolver {
  @FieldResolver(() => Int, { description: `All downloads of its versions. ${rightWithin}` })
  async downloads(@Root() { id }: RegistryProviderType, @Ctx() context: GraphqlContext): Promise<number> {
    const counts = [...((await ofVersions(context, id))?.values() ?? [])]
    return counts.reduce((sum, count) => sum + count, 0)
  }

  @FieldResolver(() => DownloadsOfConsumerConnection, {
    description: `Who downloaded it in the last days, today among them; those that downloaded most first. ${rightWithin}`,
  })
  async consumers(
    @Root() { id }: RegistryProviderType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('days', () => Int, { defaultValue: 30 }) days: number,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<DownloadsOfConsumerType>> {
    requireDays(days)
    return toConnection(pageOf(await services.providerDownloads.consumers(ctx, id, days), toPage(page)))
  }
}

@Resolver(() => RegistryProviderVersionType)
export class RegistryProviderVersionDownloadsResolver {
  @FieldResolver(() => Int, { description: `How often it was downloaded. ${rightWithin}` })
  async downloads(
    @Root() { provider, version }: RegistryProviderVersionType,
    @Ctx() context: GraphqlContext,
  ): Promise<number> {
    return (await ofVersions(context, provider.id))?.get(version) ?? 0
  }
}
