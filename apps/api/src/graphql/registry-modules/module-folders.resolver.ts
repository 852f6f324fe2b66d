import { Arg, Ctx, Extensions, FieldResolver, Resolver, Root } from 'type-graphql'
import type { Declarations } from '../../domain/registry-modules/module-folder.js'
import type { GraphqlContext } from '../context.js'
import { shownVersion } from './shown-version.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { withoutEmpties } from '../queries.js'
import type * as contents from './module-contents.types.js'
import * as types from './module-folders.types.js'
import { RegistryModuleVersionType } from './registry-module-versions.types.js'

const { RegistryModuleDeclarationFilter: Filter } = types

@Resolver(() => RegistryModuleVersionType)
export class RegistryModuleVersionFoldersResolver {
  @FieldResolver(() => types.RegistryModuleFolderType, {
    nullable: true,
    description:
      'By its path; null also until the version is published. A few of one version in an operation.',
  })
  async folder(
    @Root() { id: versionId }: RegistryModuleVersionType,
    @Ctx() context: GraphqlContext,
    @Arg('path', () => String, { defaultValue: '' }) path: string,
  ): Promise<types.RegistryModuleFolderType | null> {
    const { ctx, services } = context
    shownVersion(context).admit(versionId)
    const folder = await services.moduleQueries.folder(ctx, { versionId, path })
    return folder ? types.toFolderType(folder) : null
  }

  @Extensions({ single: true })
  @FieldResolver(() => types.RegistryModuleFolderConnection, {
    description: 'All but the root: submodules, then examples, by path. Of one version in an operation.',
  })
  async folders(
    @Root() { id: versionId }: RegistryModuleVersionType,
    @Ctx() context: GraphqlContext,
    @Arg('filter', () => types.RegistryModuleFolderFilter, { nullable: true })
    filter?: types.RegistryModuleFolderFilter,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.RegistryModuleFolderSummaryType>> {
    const { ctx, services } = context
    shownVersion(context).admit(versionId)
    const narrowed = withoutEmpties(filter)
    const list = await services.moduleQueries.folders(ctx, versionId, narrowed, toPage(page))
    return toConnection(list)
  }
}

@Resolver(() => types.RegistryModuleFolderType)
export class RegistryModuleFoldersResolver {
  @Extensions({ single: true })
  @FieldResolver(() => types.RegistryModuleReadmeType, {
    nullable: true,
    description: 'Null where it comes without one.',
  })
  async readme(
    @Root() { folder }: types.RegistryModuleFolderType,
    @Ctx() { ctx, services }: GraphqlContext,
  ): Promise<types.RegistryModuleReadmeType | null> {
    return folder.hasReadme ? types.toReadmeType(await services.moduleReadmes.find(ctx, folder)) : null
  }

  @Extensions({ single: true })
  @FieldResolver(() => types.RegistryModuleInputVariableConnection, {
    description: 'Those that have to be given first, then by name.',
  })
  inputs(
    @Root() root: types.RegistryModuleFolderType,
    @Ctx() context: GraphqlContext,
    @Arg('filter', () => types.RegistryModuleInputVariableFilter, { nullable: true })
    filter?: types.RegistryModuleInputVariableFilter,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<contents.RegistryModuleInputType>> {
    return listOf('inputs', root, context, filter, page)
  }

  @Extensions({ single: true })
  @FieldResolver(() => types.RegistryModuleOutputConnection)
  outputs(
    @Root() root: types.RegistryModuleFolderType,
    @Ctx() context: GraphqlContext,
    @Arg('filter', () => Filter, { nullable: true }) filter?: types.RegistryModuleDeclarationFilter,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<contents.RegistryModuleOutputType>> {
    return listOf('outputs', root, context, filter, page)
  }

  @Extensions({ single: true })
  @FieldResolver(() => types.RegistryModuleResourceConnection, { description: 'Managed ones.' })
  resources(
    @Root() root: types.RegistryModuleFolderType,
    @Ctx() context: GraphqlContext,
    @Arg('filter', () => Filter, { nullable: true }) filter?: types.RegistryModuleDeclarationFilter,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<contents.RegistryModuleResourceType>> {
    return listOf('resources', root, context, filter, page)
  }

  @Extensions({ single: true })
  @FieldResolver(() => types.RegistryModuleDependencyConnection)
  dependencies(
    @Root() root: types.RegistryModuleFolderType,
    @Ctx() context: GraphqlContext,
    @Arg('filter', () => Filter, { nullable: true }) filter?: types.RegistryModuleDeclarationFilter,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<contents.RegistryModuleDependencyType>> {
    return listOf('dependencies', root, context, filter, page)
  }

  @Extensions({ single: true })
  @FieldResolver(() => types.RegistryModuleDependencyConnection, {
    description:
      'Calls whose source is an expression, so that only the values of a caller say which module it is.',
  })
  computedCalls(
    @Root() root: types.RegistryModuleFolderType,
    @Ctx() context: GraphqlContext,
    @Arg('filter', () => Filter, { nullable: true }) filter?: types.RegistryModuleDeclarationFilter,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<contents.RegistryModuleDependencyType>> {
    return listOf('computedCalls', root, context, filter, page)
  }

  @Extensions({ single: true })
  @FieldResolver(() => types.RegistryModuleProviderRequirementConnection)
  providers(
    @Root() root: types.RegistryModuleFolderType,
    @Ctx() context: GraphqlContext,
    @Arg('filter', () => Filter, { nullable: true }) filter?: types.RegistryModuleDeclarationFilter,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<contents.RegistryModuleProviderRequirementType>> {
    return listOf('providers', root, context, filter, page)
  }
}

async function listOf<List extends keyof Declarations>(
  list: List,
  { folder }: types.RegistryModuleFolderType,
  { ctx, services }: GraphqlContext,
  filter?: types.RegistryModuleInputVariableFilter | null,
  page?: PageInput | null,
): Promise<Connection<Declarations[List]>> {
  const narrowed = withoutEmpties(filter)
  const found = await services.moduleQueries.declarations(ctx, folder, list, narrowed, toPage(page))
  return toConnection(found)
}
