import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import { OrganizationReferenceConnection } from '../organizations/organizations.types.js'
import { PageInput, toConnection, toPage } from '../page.types.js'
import { SharingPreviewType } from './sharing-preview.types.js'

@Resolver(() => SharingPreviewType)
export class SharingPreviewResolver {
  @FieldResolver(() => OrganizationReferenceConnection, {
    description: 'Those that could use what it shares from then on, by name.',
  })
  gains(
    @Root() preview: SharingPreviewType,
    @Ctx() context: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<OrganizationReferenceConnection> {
    return affected(context, preview, 'gains', page)
  }

  @FieldResolver(() => OrganizationReferenceConnection, {
    description: 'Those that could no longer use it, by name.',
  })
  loses(
    @Root() preview: SharingPreviewType,
    @Ctx() context: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<OrganizationReferenceConnection> {
    return affected(context, preview, 'loses', page)
  }
}

async function affected(
  { ctx, services }: GraphqlContext,
  { source, kind, proposal }: SharingPreviewType,
  how: 'gains' | 'loses',
  page: PageInput | undefined,
): Promise<OrganizationReferenceConnection> {
  const list = await services.registrySharing.listAffected(ctx, kind, source, proposal, how, toPage(page))
  return toConnection(list, ({ id, name }) => ({ id, name }))
}
