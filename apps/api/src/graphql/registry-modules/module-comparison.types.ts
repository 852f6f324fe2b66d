import { Extensions, Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import type {
  BreakingReason,
  ChangedFact,
  DeclarationKind,
  FactName,
  ModuleChange,
  VersionStep,
} from '@engine/module-source/comparison'
import type { ModuleComparison } from '../../domain/registry-modules/module-comparison.service.js'
import { connectionOf } from '../page.types.js'
import type { RegistryModuleReadmeType } from './module-folders.types.js'
import { RegistryModuleVersionType, toModuleVersionType } from './registry-module-versions.types.js'

const declarationKinds = {
  FOLDER: 'folder',
  INPUT: 'input',
  OUTPUT: 'output',
  RESOURCE: 'resource',
  ENGINE: 'engine',
  PROVIDER: 'provider',
  DEPENDENCY: 'dependency',
} as const
registerEnumType(declarationKinds, {
  name: 'RegistryModuleDeclarationKind',
  description: 'A folder stands for all in it; a dependency is a module outside of the archive.',
})

const changeTypes = { ADDED: 'added', REMOVED: 'removed', CHANGED: 'changed' } as const
registerEnumType(changeTypes, { name: 'RegistryModuleChangeType' })

const breakingReasons = {
  REQUIRED_INPUT_ADDED: 'required-input-added',
  INPUT_REMOVED: 'input-removed',
  INPUT_TYPE_CHANGED: 'input-type-changed',
  INPUT_BECAME_REQUIRED: 'input-became-required',
  OUTPUT_REMOVED: 'output-removed',
  REQUIREMENT_NARROWED: 'requirement-narrowed',
  SOURCE_CHANGED: 'source-changed',
  SUBMODULE_REMOVED: 'submodule-removed',
} as const
registerEnumType(breakingReasons, { name: 'RegistryModuleBreakingReason' })

const factNames = {
  TYPE: 'type',
  DEFAULT: 'default',
  REQUIRED: 'required',
  DESCRIPTION: 'description',
  SENSITIVE: 'sensitive',
  EPHEMERAL: 'ephemeral',
  DEPRECATED: 'deprecated',
  SOURCE: 'source',
  VERSION: 'version',
  ALIASES: 'aliases',
} as const
registerEnumType(factNames, { name: 'RegistryModuleFactName' })

const versionSteps = { MAJOR: 'major', MINOR: 'minor', PATCH: 'patch' } as const
registerEnumType(versionSteps, { name: 'VersionStep' })

@ObjectType('RegistryModuleChangedFact', { description: 'Its texts are cut after 2,000 characters.' })
export class RegistryModuleChangedFactType {
  @Field(() => factNames)
  name!: FactName

  @Field(() => String, { nullable: true })
  before!: string | null

  @Field(() => String, { nullable: true })
  after!: string | null
}

@ObjectType('RegistryModuleChange')
export class RegistryModuleChangeType {
  @Field(() => String, { description: '`modules/net`; empty for the root.' })
  path!: string

  @Field(() => declarationKinds)
  kind!: DeclarationKind

  @Field(() => String, { description: 'Empty for the engine.' })
  name!: string

  @Field(() => changeTypes)
  change!: ModuleChange['change']

  @Field(() => breakingReasons, {
    nullable: true,
    description: 'Why callers of the module may have to change.',
  })
  breaking!: BreakingReason | null

  @Extensions({ most: Object.keys(factNames).length })
  @Field(() => [RegistryModuleChangedFactType])
  facts!: readonly RegistryModuleChangedFactType[]
}

export const RegistryModuleChangeConnection = connectionOf(RegistryModuleChangeType)

@ObjectType('RegistryModuleComparison', {
  description: 'What changed from one published version to another.',
})
export class RegistryModuleComparisonType {
  @Field(() => RegistryModuleVersionType)
  from!: RegistryModuleVersionType

  @Field(() => RegistryModuleVersionType)
  to!: RegistryModuleVersionType

  @Field(() => Int)
  breakingCount!: number

  @Field(() => versionSteps, {
    nullable: true,
    description: 'The step that the changes ask for, where the version numbers make a smaller one.',
  })
  missingStep!: VersionStep | null

  /** The sources for the resolvers of its lists; no fields of the schema. */
  comparison!: ModuleComparison
  notes?: Promise<RegistryModuleReadmeType | null>
}

export function toComparisonType(comparison: ModuleComparison): RegistryModuleComparisonType {
  const { from, to, changes, missingStep } = comparison
  return {
    from: toModuleVersionType(from),
    to: toModuleVersionType(to),
    breakingCount: changes.filter(({ breaking }) => breaking !== null).length,
    missingStep,
    comparison,
  }
}

export function toChangeType({ facts, ...change }: ModuleChange): RegistryModuleChangeType {
  return { ...change, facts: facts.map(toFactType) }
}

const longestText = 2000

function toFactType({ name, before, after }: ChangedFact): RegistryModuleChangedFactType {
  return { name, before: cut(before), after: cut(after) }
}

function cut(text: string | null): string | null {
  return text !== null && text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text
}
