import { Arg, Ctx, Extensions, Field, ID, ObjectType, Query, registerEnumType, Resolver } from 'type-graphql'
import type { SearchHitKind, SearchHitWithMatches } from '../../domain/search/search.js'
import type { GraphqlContext } from '../context.js'
import { RegistryModuleMatch } from '../registry-modules/module-catalogue.resolver.js'

const kinds = {
  ENGINE_VERSION: 'engine-version',
  ORGANIZATION: 'organization',
  USER: 'user',
  MEMBER: 'member',
  MODULE: 'module',
  PROVIDER: 'provider',
  SHARED_PROVIDER: 'shared-provider',
  TEAM: 'team',
  WORKSPACE: 'workspace',
  SIGNING_KEY: 'signing-key',
} as const
registerEnumType(kinds, { name: 'SearchHitKind' })

@ObjectType({ description: 'A thing that a search of the whole site found, and what leads to its page.' })
class SearchHit implements SearchHitWithMatches {
  @Field(() => kinds)
  kind!: SearchHitKind

  @Field(() => ID, { description: 'Of a member the id of the membership.' })
  id!: string

  @Field(() => String)
  name!: string

  @Field(() => String, {
    nullable: true,
    description: 'The name of the organization it belongs to; of a module its namespace.',
  })
  organization!: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'The e-mail address of a user or member, the provider of a module, the namespace of a provider.',
  })
  detail!: string | null

  @Extensions({ most: 3 })
  @Field(() => [RegistryModuleMatch], {
    description: 'What was found inside a module, for the words that its address and description lack.',
  })
  matches!: RegistryModuleMatch[]
}

@Resolver(() => SearchHit)
export class SearchResolver {
  @Extensions({ most: 50 })
  @Query(() => [SearchHit], {
    description:
      'Things with this text in their names, of those that the caller may see: at most 6 of each kind, the closest names first. Modules also by what is inside them, as in `registryModules`. Users for site administrators; others find the members of their organizations.',
  })
  search(
    @Arg('text', () => String) text: string,
    @Ctx() { ctx, services }: GraphqlContext,
  ): Promise<SearchHitWithMatches[]> {
    return services.search.find(ctx, text)
  }
}
