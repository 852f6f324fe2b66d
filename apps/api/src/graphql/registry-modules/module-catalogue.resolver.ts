import { Arg, Ctx, Field, FieldResolver, InputType, Int, Query, Resolver, Root } from 'type-graphql'
import type { CatalogueFilter, CatalogueOrder } from '../../domain/registry-modules/module-catalogue.js'
import type { Order } from '../../kernel/page.js'
import type { GraphqlContext } from '../context.js'
import { orderOf } from '../order.types.js'
import { PageInput, toConnection, toPage } from '../page.types.js'
import { withoutEmpties } from '../queries.js'
import {
  RegistryModuleConnection,
  RegistryModuleType,
  toRegistryModuleType,
} from './registry-modules.types.js'

const RegistryModuleOrderInput = orderOf<CatalogueOrder>('RegistryModule', {
  NAME: 'name',
  UPDATED_AT: 'updated',
  DOWNLOADS: 'downloads',
})

@InputType()
class RegistryModuleFilter implements CatalogueFilter {
  @Field(() => String, { nullable: true, description: 'The name of the one organization to look at.' })
  organization?: string

  @Field(() => String, { nullable: true, description: 'Part of the address or of the description.' })
  search?: string

  @Field(() => Boolean, { nullable: true, description: 'Whether there is anything to install.' })
  published?: boolean

  @Field(() => Boolean, { nullable: true, description: 'Whether a site administrator vouches for it.' })
  verified?: boolean

  @Field(() => Boolean, {
    nullable: true,
    description: "True: of organizations that share with one of the caller's; false: of the caller's own.",
  })
  shared?: boolean
}

@Resolver(() => RegistryModuleType)
export class RegistryModuleCatalogueResolver {
  @Query(() => RegistryModuleConnection, {
    description:
      'Of the organizations the caller belongs to, and what is published of those that share with one of them; NOT_FOUND for one of the filter that is neither.',
  })
  async registryModules(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('filter', () => RegistryModuleFilter, { nullable: true }) filter?: RegistryModuleFilter,
    @Arg('orderBy', () => RegistryModuleOrderInput, { nullable: true }) orderBy?: Order<CatalogueOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<RegistryModuleConnection> {
    const narrowed = withoutEmpties(filter ?? {})
    const list = await services.moduleCatalogue.list(ctx, narrowed, toPage(page, orderBy))
    return toConnection(list, toRegistryModuleType)
  }

  @FieldResolver(() => Int, { description: 'How often it was downloaded; may be a minute old.' })
  downloads(@Root() { id }: RegistryModuleType, @Ctx() { loaders }: GraphqlContext): Promise<number> {
    return loaders.moduleDownloads.load(id)
  }
}
