import type { ProviderDocCategory } from '@engine/shared/provider-docs'
import { Arg, Ctx, Extensions, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import type { ChangedProviderDoc } from '../../domain/registry-providers/provider-doc.js'
import type { GraphqlContext } from '../context.js'
import { PageInput, pageOf, toConnection, toPage, type Connection } from '../page.types.js'
import { nullWhenMissing } from '../queries.js'
import { RegistryModuleReadmeType, toReadmeType } from '../registry-modules/module-folders.types.js'
import * as types from './provider-docs.types.js'

@Resolver(() => types.ProviderDocumentationType)
export class ProviderDocumentationResolver {
  @Query(() => types.ProviderDocumentationType, {
    nullable: true,
    description: 'Of a private provider that the caller may install, also one of others that is shared.',
  })
  async providerDocumentation(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('providerId', () => ID) providerId: string,
    @Arg('version', () => String) version: string,
  ): Promise<types.ProviderDocumentationType | null> {
    return nullWhenMissing(async () =>
      types.toDocumentationType(ctx.actor, await services.providerDocs.versionOf(ctx, providerId, version)),
    )
  }

  @FieldResolver(() => types.DocumentedVersionConnection, {
    description: 'All versions of the provider that have documentation, newest first.',
  })
  async versions(
    @Root() { access }: types.ProviderDocumentationType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.DocumentedVersionType>> {
    return toConnection(await services.providerDocs.documentedVersions(ctx, access, toPage(page)))
  }

  @FieldResolver(() => types.ProviderDocGroupConnection, {
    description: 'The subcategories with the numbers of their pages, by category and name.',
  })
  async groups(
    @Root() { access }: types.ProviderDocumentationType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.ProviderDocGroupType>> {
    return toConnection(pageOf(await services.providerDocs.groups(ctx, access.version.id), toPage(page)))
  }

  @FieldResolver(() => types.ProviderDocsChangesType, {
    nullable: true,
    description: 'Null where no release before it has documentation.',
  })
  async changes(
    @Root() { access }: types.ProviderDocumentationType,
    @Ctx() { ctx, services }: GraphqlContext,
  ): Promise<types.ProviderDocsChangesType | null> {
    const changes = await services.providerDocs.changes(ctx, access.version.id)
    return changes ? { ...changes, changes } : null
  }

  @FieldResolver(() => types.ProviderDocConnection, { description: 'By category, subcategory and slug.' })
  async docs(
    @Root() { access }: types.ProviderDocumentationType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('filter', () => types.ProviderDocFilterInput, { nullable: true })
    filter?: types.ProviderDocFilterInput | null,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.ProviderDocType>> {
    const { search, category, subcategory } = filter ?? {}
    const given = {
      search: search ?? undefined,
      category: category ?? undefined,
      subcategory: subcategory ?? undefined,
    }
    const list = await services.providerDocs.list(ctx, access.version.id, given, toPage(page))
    return toConnection(list, (doc) => types.toDocType(access.provider.organizationId, doc))
  }

  @FieldResolver(() => types.ProviderDocType, { nullable: true })
  async doc(
    @Root() { access }: types.ProviderDocumentationType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('category', () => types.providerDocCategoryEnum) category: ProviderDocCategory,
    @Arg('slug', () => String) slug: string,
  ): Promise<types.ProviderDocType | null> {
    const found = await services.providerDocs.findIn(ctx, access.version.id, category, slug)
    return found ? types.toDocType(access.provider.organizationId, found) : null
  }
}

@Resolver(() => types.ProviderDocsChangesType)
export class ProviderDocsChangesResolver {
  @FieldResolver(() => types.ChangedProviderDocConnection, {
    description: 'The first of them, by category and slug.',
  })
  pages(
    @Root() { changes }: types.ProviderDocsChangesType,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Connection<ChangedProviderDoc> {
    return toConnection(pageOf(changes.pages, toPage(page)))
  }
}

@Resolver(() => types.ProviderDocType)
export class ProviderDocsResolver {
  @Extensions({ single: true })
  @FieldResolver(() => RegistryModuleReadmeType, { description: 'What is written on it.' })
  async text(
    @Root() { doc, organizationId }: types.ProviderDocType,
    @Ctx() { ctx, services }: GraphqlContext,
  ): Promise<RegistryModuleReadmeType> {
    return toReadmeType(await services.providerDocs.shown(ctx, organizationId, doc))
  }
}
