import { Arg, Ctx, Field, FieldResolver, InputType, ObjectType, Resolver, Root } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import {
  OrganizationReferenceConnection,
  type OrganizationReferenceType,
} from '../organizations/organizations.types.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import type { SharedKind } from '../../domain/organizations/shares.js'
import type { SharingProposal } from '../../domain/registry-sharing/registry-sharing.js'
import type { AdminOrganization } from '../../domain/organizations/admin-organization.js'
import { sharedKindNames } from './registry-sharing.types.js'

@InputType({ description: 'A change that is only thought of; what is absent stays.' })
export class SharingPreviewInput {
  @Field(() => sharedKindNames, { defaultValue: 'modules' })
  of!: SharedKind

  @Field(() => Boolean, { nullable: true, description: 'Whether it is shared with all.' })
  withAll?: boolean | null

  @Field(() => [String], {
    nullable: true,
    description: 'Names of organizations; a list ends sharing with all. Unknown names count for nothing.',
  })
  consumers?: string[] | null
}

@ObjectType('SharingPreview')
export class SharingPreviewType {
  /** The sources for the resolvers of its lists; no fields of the schema. */
  source!: AdminOrganization
  kind!: SharedKind
  proposal!: SharingProposal
}

@Resolver(() => SharingPreviewType)
export class SharingPreviewResolver {
  @FieldResolver(() => OrganizationReferenceConnection, {
    description: 'Those that could use what it shares from then on, by name.',
  })
  gains(
    @Root() preview: SharingPreviewType,
    @Ctx() context: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<OrganizationReferenceType>> {
    return affected(context, preview, 'gains', page)
  }

  @FieldResolver(() => OrganizationReferenceConnection, {
    description: 'Those that could no longer use it, by name.',
  })
  loses(
    @Root() preview: SharingPreviewType,
    @Ctx() context: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<OrganizationReferenceType>> {
    return affected(context, preview, 'loses', page)
  }
}

async function affected(
  { ctx, services }: GraphqlContext,
  { source, kind, proposal }: SharingPreviewType,
  how: 'gains' | 'loses',
  page: PageInput | undefined,
): Promise<Connection<OrganizationReferenceType>> {
  const list = await services.registrySharing.listAffected(ctx, kind, source, proposal, how, toPage(page))
  return toConnection(list, ({ id, name }) => ({ id, name }))
}
