import { Extensions, Field, InputType, Int, ObjectType } from 'type-graphql'
import {
  folderKinds as kinds,
  type DeclarationFilter,
  type FolderFilter,
  type FolderKind,
  type ModuleFolder,
  type ShownReadme,
} from '../../domain/registry-modules/module-folder.js'
import { readmeRefusals as refusals } from '../../domain/registry-modules/readme-tree.js'
import { enumOf } from '../enums.js'
import { JsonScalar } from '../json.js'
import { connectionOf } from '../page.types.js'
import * as contents from './module-contents.types.js'

const folderKinds = enumOf('RegistryModuleFolderKind', kinds)

@InputType('RegistryModuleFolderFilter')
export class RegistryModuleFolderFilter implements FolderFilter {
  @Field(() => folderKinds, { nullable: true })
  kind?: FolderKind

  @Field(() => String, { nullable: true, description: 'Part of the path.' })
  search?: string
}

@InputType('RegistryModuleDeclarationFilter')
export class RegistryModuleDeclarationFilter implements DeclarationFilter {
  @Field(() => String, { nullable: true, description: 'Part of one of the texts.' })
  search?: string
}

@InputType('RegistryModuleInputVariableFilter')
export class RegistryModuleInputVariableFilter extends RegistryModuleDeclarationFilter {
  @Field(() => Boolean, { nullable: true })
  required?: boolean
}

@ObjectType('RegistryModuleDeclarationCounts')
class RegistryModuleDeclarationCountsType {
  @Field(() => Int)
  inputs!: number

  @Field(() => Int)
  outputs!: number

  @Field(() => Int)
  dependencies!: number

  @Field(() => Int)
  computedCalls!: number

  @Field(() => Int)
  providers!: number

  @Field(() => Int)
  resources!: number
}

@ObjectType('RegistryModuleFolderSummary')
export class RegistryModuleFolderSummaryType {
  @Field(() => String, { description: '`modules/net`; empty for the root.' })
  path!: string

  @Field(() => String)
  name!: string

  @Field(() => Boolean, { description: 'Whether it declares nothing at all.' })
  empty!: boolean

  @Field(() => String, {
    nullable: true,
    description: 'Why an example could not be read, with the file and the line.',
  })
  fault!: string | null

  @Field(() => RegistryModuleDeclarationCountsType)
  counts!: RegistryModuleDeclarationCountsType
}

@ObjectType('RegistryModuleFolder', {
  description:
    'One folder of a version, for pages: its lists come page by page, and their texts are cut after 2,000 characters.',
})
export class RegistryModuleFolderType extends RegistryModuleFolderSummaryType {
  @Extensions({ most: 100 })
  @Field(() => [String], {
    description:
      'The configurations of providers that a call has to pass in `providers`, such as `aws.east`; the first hundred.',
  })
  configurationAliases!: readonly string[]

  @Extensions({ most: 100 })
  @Field(() => [contents.RegistryModuleEngineRequirementType], {
    nullable: true,
    description:
      'What it requires of engines by their names, in a `language` block; the first hundred. Null of versions published before this was read.',
  })
  engineConstraints!: readonly contents.RegistryModuleEngineRequirementType[] | null

  /** The folder, for the resolvers of its lists; no field of the schema. */
  folder!: ModuleFolder
}

export const toFolderType = (folder: ModuleFolder): RegistryModuleFolderType => ({ ...folder, folder })

const readmeRefusals = enumOf('RegistryModuleReadmeRefusal', [...refusals, 'waiting'], {
  description:
    'It would be more than a page can hold, takes too long or nests too deeply, or waits to be rendered.',
})

@ObjectType('RegistryModuleReadme')
export class RegistryModuleReadmeType {
  @Field(() => JsonScalar, {
    nullable: true,
    description:
      'What its Markdown says: a list of texts and of elements, `{tag, href, start, align, children}`, of a closed set. Null where it could not be rendered.',
  })
  tree!: unknown

  @Field(() => readmeRefusals, { nullable: true, description: 'Why there is no tree.' })
  refusal!: ShownReadme['refusal']

  @Field(() => String, {
    nullable: true,
    description: 'Where there is no tree, the first 20,000 characters as they are written.',
  })
  beginning!: string | null
}

export function toReadmeType({ tree, ...readme }: ShownReadme): RegistryModuleReadmeType {
  return { ...readme, tree: tree === null ? null : (JSON.parse(tree) as unknown) }
}

export const RegistryModuleFolderConnection = connectionOf(
  RegistryModuleFolderSummaryType,
  'RegistryModuleFolderConnection',
)

export const RegistryModuleInputVariableConnection = connectionOf(contents.RegistryModuleInputType)

export const RegistryModuleOutputConnection = connectionOf(contents.RegistryModuleOutputType)

export const RegistryModuleResourceConnection = connectionOf(contents.RegistryModuleResourceType)

export const RegistryModuleDependencyConnection = connectionOf(contents.RegistryModuleDependencyType)

export const RegistryModuleProviderRequirementConnection = connectionOf(
  contents.RegistryModuleProviderRequirementType,
)
