import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  InputType,
  Int,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql'
import { matchKinds as kinds, type ModuleMatch } from '../../domain/registry-modules/module-matches.js'
import { enumOf } from '../enums.js'
import DataLoader from 'dataloader'
import type {
  CatalogueFacet,
  CatalogueFilter,
  CatalogueOrder,
  FacetValue,
} from '../../domain/registry-modules/module-catalogue.js'
import type { Module } from '../../domain/registry-modules/registry-module.js'
import type { Order } from '../../kernel/page.js'
import type { GraphqlContext } from '../context.js'
import { connectionOf, orderOf, PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { withoutEmpties } from '../queries.js'
import {
  RegistryModuleConnection,
  RegistryModuleType,
  toRegistryModuleType,
} from './registry-modules.types.js'
import { batched, ofRequest } from '../batched.js'

const matchesOf = ofRequest(
  ({ ctx, services }) =>
    new DataLoader((asked: readonly { readonly module: Module; readonly search: string }[]) =>
      services.moduleCatalogue.matches(ctx, asked),
    ),
)

const downloadsOf = batched(({ ctx, services }, ids) => services.moduleCatalogue.downloads(ctx, ids))

const RegistryModuleOrderInput = orderOf<CatalogueOrder>('RegistryModule', {
  NAME: 'name',
  UPDATED_AT: 'updated',
  DOWNLOADS: 'downloads',
})

@InputType()
export class RegistryModuleFilter implements CatalogueFilter {
  @Field(() => String, { nullable: true, description: 'The name of the one organization to look at.' })
  organization?: string

  @Field(() => String, {
    nullable: true,
    description:
      'Part of the address or of the description, or words of the name, the README, inputs, outputs and resources, as the registry searches for them.',
  })
  search?: string

  @Field(() => [String], {
    nullable: true,
    description:
      'Names of organizations, in any case; those whose modules the caller may not use have none here.',
  })
  organizations?: string[]

  @Field(() => [String], { nullable: true, description: 'Such as `aws`.' })
  providers?: string[]

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

@ObjectType({ description: 'A value that modules can be narrowed by, and how many have it.' })
class RegistryModuleFacet implements FacetValue {
  @Field(() => String)
  value!: string

  @Field(() => Int)
  count!: number
}

const RegistryModuleFacetConnection = connectionOf(RegistryModuleFacet)

@ObjectType({
  description:
    'What a list of modules can be narrowed by: the values of its filter first, then the most frequent.',
})
class RegistryModuleFacets {
  filter!: CatalogueFilter
}

const matchKinds = enumOf('RegistryModuleMatchKind', kinds)

@ObjectType({ description: 'What a search found inside a module.' })
export class RegistryModuleMatch implements ModuleMatch {
  @Field(() => matchKinds)
  kind!: ModuleMatch['kind']

  @Field(() => String, {
    description: 'Such as `cidr`, `aws_vpc.main` or `modules/net`; of a README its folder.',
  })
  text!: string

  @Field(() => String, { description: 'The folder; empty for the root.' })
  path!: string
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
  ): Promise<Connection<RegistryModuleType>> {
    const narrowed = withoutEmpties(filter)
    const list = await services.moduleCatalogue.list(ctx, narrowed, toPage(page, orderBy))
    return toConnection(list, toRegistryModuleType)
  }

  @Query(() => RegistryModuleFacets, {
    description: 'Of the list of modules with this filter; each facet is counted without its own choice.',
  })
  registryModuleFacets(
    @Arg('filter', () => RegistryModuleFilter, { nullable: true }) filter?: RegistryModuleFilter,
  ): RegistryModuleFacets {
    return { filter: withoutEmpties(filter) }
  }

  @FieldResolver(() => [RegistryModuleMatch], {
    description:
      'What this search finds inside, for the words that neither the address nor the description shows; at most 3.',
  })
  matches(
    @Root() { module }: RegistryModuleType,
    @Arg('search', () => String) search: string,
    @Ctx() context: GraphqlContext,
  ): Promise<ModuleMatch[]> {
    return matchesOf(context).load({ module, search })
  }

  @FieldResolver(() => Int, { description: 'How often it was downloaded; may be a minute old.' })
  async downloads(@Root() { id }: RegistryModuleType, @Ctx() context: GraphqlContext): Promise<number> {
    return (await downloadsOf(context, id)) ?? 0
  }
}

const part = 'A part of the value, in any case.'

@Resolver(() => RegistryModuleFacets)
export class RegistryModuleFacetsResolver {
  @FieldResolver(() => RegistryModuleFacetConnection, { description: 'By the names of their organizations.' })
  organizations(
    @Root() { filter }: RegistryModuleFacets,
    @Ctx() context: GraphqlContext,
    @Arg('search', () => String, { nullable: true, description: part }) search?: string,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<RegistryModuleFacet>> {
    return facetOf(context, filter, 'organizations', search, page)
  }

  @FieldResolver(() => RegistryModuleFacetConnection, { description: 'By their providers.' })
  providers(
    @Root() { filter }: RegistryModuleFacets,
    @Ctx() context: GraphqlContext,
    @Arg('search', () => String, { nullable: true, description: part }) search?: string,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<RegistryModuleFacet>> {
    return facetOf(context, filter, 'providers', search, page)
  }
}

async function facetOf(
  { ctx, services }: GraphqlContext,
  filter: CatalogueFilter,
  facet: CatalogueFacet,
  search: string | null | undefined,
  page: PageInput | undefined,
): Promise<Connection<RegistryModuleFacet>> {
  const found = await services.moduleCatalogue.facet(ctx, filter, facet, toPage(page), search ?? undefined)
  return toConnection(found)
}
