import { Arg, Ctx, Extensions, FieldResolver, Resolver, Root } from 'type-graphql'
import type { ModuleComparison } from '../../domain/registry-modules/module-comparison.service.js'
import type { ReadmeNode } from '../../domain/registry-modules/readme-tree.js'
import type { GraphqlContext } from '../context.js'
import { PageInput, pageOf, toConnection, toPage, type Connection } from '../page.types.js'
import * as types from './module-comparison.types.js'
import { RegistryModuleReadmeType } from './module-folders.types.js'
import { RegistryModuleVersionType } from './registry-module-versions.types.js'
import { RegistryModuleType } from './registry-modules.types.js'
import { shownVersion } from './shown-version.js'

@Resolver(() => RegistryModuleType)
export class RegistryModuleComparisonResolver {
  @Extensions({ single: true })
  @FieldResolver(() => types.RegistryModuleComparisonType, {
    nullable: true,
    description: 'Null where one of the versions is not published. Once in an operation.',
  })
  async comparison(
    @Root() { module }: RegistryModuleType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('from', () => String) from: string,
    @Arg('to', () => String) to: string,
  ): Promise<types.RegistryModuleComparisonType | null> {
    const comparison = await services.moduleComparison.compare(ctx, module, { from, to })
    return comparison ? types.toComparisonType(comparison) : null
  }
}

@Resolver(() => types.RegistryModuleComparisonType)
export class RegistryModuleComparisonsResolver {
  @FieldResolver(() => types.RegistryModuleChangeConnection, {
    description: 'Breaking ones first, then folder by folder, the root first.',
  })
  changes(
    @Root() { comparison }: types.RegistryModuleComparisonType,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Connection<types.RegistryModuleChangeType> {
    return toConnection(pageOf(comparison.changes, toPage(page)))
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The number that SemVer wants, as `interface` of the newer one has it where the two were compared then; null where the step is large enough.',
  })
  wantedVersion(
    @Root() { comparison }: types.RegistryModuleComparisonType,
    @Ctx() { ctx, services }: GraphqlContext,
  ): Promise<string | null> {
    return services.moduleComparison.wantedVersion(ctx, comparison)
  }

  @FieldResolver(() => RegistryModuleReadmeType, {
    nullable: true,
    description:
      'The sections about these versions of the CHANGELOG in the newer one; null where there are none.',
  })
  releaseNotes(
    @Root() root: types.RegistryModuleComparisonType,
    @Ctx() context: GraphqlContext,
  ): Promise<RegistryModuleReadmeType | null> {
    return (root.notes ??= notesOf(root.comparison, context))
  }
}

async function notesOf(
  comparison: ModuleComparison,
  { ctx, services }: GraphqlContext,
): Promise<RegistryModuleReadmeType | null> {
  return toNotesType(await services.moduleComparison.releaseNotes(ctx, comparison))
}

@Resolver(() => RegistryModuleVersionType)
export class RegistryModuleChangelogResolver {
  @Extensions({ single: true })
  @FieldResolver(() => RegistryModuleReadmeType, {
    nullable: true,
    description:
      'The CHANGELOG at its root; null where there is none to show. Of one version in an operation.',
  })
  async changelog(
    @Root() { id }: RegistryModuleVersionType,
    @Ctx() context: GraphqlContext,
  ): Promise<RegistryModuleReadmeType | null> {
    shownVersion(context).admit(id)
    return toNotesType((await context.services.moduleComparison.changelog(context.ctx, id)).changelog)
  }

  @Extensions({ single: true })
  @FieldResolver(() => RegistryModuleReadmeType, {
    nullable: true,
    description:
      'The sections of its CHANGELOG about this version; null where there are none. Of one version in an operation.',
  })
  async releaseNotes(
    @Root() { id }: RegistryModuleVersionType,
    @Ctx() context: GraphqlContext,
  ): Promise<RegistryModuleReadmeType | null> {
    shownVersion(context).admit(id)
    return toNotesType((await context.services.moduleComparison.changelog(context.ctx, id)).notes)
  }
}

const toNotesType = (tree: readonly ReadmeNode[]): RegistryModuleReadmeType | null =>
  tree.length > 0 ? { tree, refusal: null, beginning: null } : null
