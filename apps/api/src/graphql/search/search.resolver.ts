import {
  Arg,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  ID,
  Int,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql'
import type { Deprecation } from '../../domain/lifecycle/deprecation.js'
import { searchHitKinds, type SearchHitKind, type SearchHitWithMatches } from '../../domain/search/search.js'
import { enumOf } from '../enums.js'
import type { GraphqlContext } from '../context.js'
import { deprecationStatuses } from '../deprecation.types.js'
import { permissionsIn } from '../organizations/permissions-in.js'
import { organizationPermissions, type OrganizationPermission } from '../organizations/organizations.types.js'
import { RegistryModuleMatch } from '../registry-modules/module-catalogue.resolver.js'

const kinds = enumOf('SearchHitKind', searchHitKinds)

@ObjectType({ description: 'A thing that a search of the whole site found, and what leads to its page.' })
class SearchHit implements SearchHitWithMatches {
  readonly organizationId!: string | null

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

  @Field(() => deprecationStatuses, {
    nullable: true,
    description: 'Of an engine version, or of a provider as a whole.',
  })
  deprecationStatus!: Deprecation['status'] | null

  @Field(() => Boolean, {
    description: 'True for a disabled engine version or organization, and for a suspended user.',
  })
  isDisabled!: boolean

  @Field(() => Int, { description: 'How many things of its kind the text finds in all.' })
  total!: number

  @Extensions({ most: 3 })
  @Field(() => [RegistryModuleMatch], {
    description: 'What was found inside a module, for the words that its address and description lack.',
  })
  matches!: RegistryModuleMatch[]
}

@Resolver(() => SearchHit)
export class SearchResolver {
  @Extensions({ most: 30 })
  @FieldResolver(() => [organizationPermissions], {
    description: 'What the caller may do in the organization that it belongs to or is; empty for all else.',
  })
  permissions(
    @Root() { organizationId }: SearchHit,
    @Ctx() context: GraphqlContext,
  ): Promise<OrganizationPermission[]> | OrganizationPermission[] {
    return organizationId === null ? [] : permissionsIn(context, organizationId)
  }

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
