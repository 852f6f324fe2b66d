import { Arg, Ctx, Extensions, FieldResolver, Resolver, Root } from 'type-graphql'
import { mostSources } from '../../domain/registry-modules/archive-files.service.js'
import type { GraphqlContext } from '../context.js'
import { shownVersion } from './shown-version.js'
import { PageInput, pageOf, toConnection, toPage, type Connection } from '../page.types.js'
import {
  RegistryModuleEntryConnection,
  RegistryModuleFileConnection,
  RegistryModuleFileType,
  toFileType,
  type RegistryModuleEntryType,
} from './archive-files.types.js'
import { RegistryModuleFolderType } from './module-folders.types.js'
import { RegistryModuleVersionType } from './registry-module-versions.types.js'

@Resolver(() => RegistryModuleVersionType)
export class RegistryModuleFilesResolver {
  @Extensions({ single: true })
  @FieldResolver(() => RegistryModuleEntryConnection, {
    description:
      'What lies directly in a folder of its archive, folders first, by name. Of one version in an operation.',
  })
  async entries(
    @Root() { id: versionId }: RegistryModuleVersionType,
    @Ctx() context: GraphqlContext,
    @Arg('folder', () => String, { defaultValue: '' }) folder: string,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<RegistryModuleEntryType>> {
    const { ctx, services } = context
    shownVersion(context).admit(versionId)
    const entries = await services.archiveFiles.entries(ctx, versionId, folder)
    return toConnection(pageOf(entries, toPage(page)))
  }

  @Extensions({ single: true })
  @FieldResolver(() => RegistryModuleFileType, {
    nullable: true,
    description: 'A file of its archive, by its path. Of one version in an operation.',
  })
  async file(
    @Root() { id: versionId }: RegistryModuleVersionType,
    @Ctx() context: GraphqlContext,
    @Arg('path', () => String) path: string,
  ): Promise<RegistryModuleFileType | null> {
    const { ctx, services } = context
    shownVersion(context).admit(versionId)
    const file = await services.archiveFiles.find(ctx, versionId, path)
    return file ? toFileType(file) : null
  }
}

@Resolver(() => RegistryModuleFolderType)
export class RegistryModuleSourcesResolver {
  @Extensions({ single: true })
  @FieldResolver(() => RegistryModuleFileConnection, {
    description: `Its source files, ${mostSources} at most and 128 KiB of them; calls of this module by a relative path are written with its address and version.`,
  })
  async sources(
    @Root() { folder }: RegistryModuleFolderType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<RegistryModuleFileType>> {
    const files = await services.archiveFiles.sources(ctx, folder.versionId, folder.path)
    return toConnection(pageOf(files, toPage(page)), toFileType)
  }
}
