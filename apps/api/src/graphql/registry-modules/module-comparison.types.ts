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
import { breakingReasons, declarationKinds, versionSteps } from './module-interface.types.js'
import type { RegistryModuleReadmeType } from './module-folders.types.js'
import { RegistryModuleVersionType, toModuleVersionType } from './registry-module-versions.types.js'

const changeTypes = { ADDED: 'added', REMOVED: 'removed', CHANGED: 'changed' } as const
registerEnumType(changeTypes, { name: 'RegistryModuleChangeType' })

const factNames = {
  TYPE: 'type',
  DEFAULT: 'default',
  REQUIRED: 'required',
  NULLABLE: 'nullable',
  CONST: 'const',
  DESCRIPTION: 'description',
  SENSITIVE: 'sensitive',
  EPHEMERAL: 'ephemeral',
  DEPRECATED: 'deprecated',
  SOURCE: 'source',
  VERSION: 'version',
  ALIASES: 'aliases',
} as const
registerEnumType(factNames, { name: 'RegistryModuleFactName' })

@ObjectType('RegistryModuleChangedFact', { description: 'Its texts are cut after 2,000 characters.' })
export class RegistryModuleChangedFactType implements ChangedFact {
  @Field(() => factNames)
  name!: FactName

  @Field(() => String, { nullable: true })
  before!: string | null

  @Field(() => String, { nullable: true })
  after!: string | null
}

@ObjectType('RegistryModuleChange')
export class RegistryModuleChangeType implements ModuleChange {
  @Field(() => String, { description: '`modules/net`; empty for the root.' })
  path!: string

  @Field(() => declarationKinds)
  kind!: DeclarationKind

  @Field(() => String, { description: 'Empty for the engine, unless it is constrained by its name.' })
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
  const { from, to, breakingCount, missingStep } = comparison
  return {
    from: toModuleVersionType(from),
    to: toModuleVersionType(to),
    breakingCount,
    missingStep,
    comparison,
  }
}
