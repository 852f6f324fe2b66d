import { Extensions, Field, Int, ObjectType } from 'type-graphql'
import * as words from '@engine/module-source/comparison'
import { enumOf } from '../enums.js'
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
import {
  breakingReasons,
  breaksPromiseField,
  declarationKinds,
  missingStepField,
  versionSteps,
} from './module-interface.types.js'
import type { RegistryModuleReadmeType } from './module-folders.types.js'
import { RegistryModuleVersionType, toModuleVersionType } from './registry-module-versions.types.js'

const changeTypes = enumOf('RegistryModuleChangeType', words.changeTypes)

const factNames = enumOf('RegistryModuleFactName', words.factNames)

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

  @Extensions({ most: words.factNames.length })
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

  @Field(() => versionSteps, missingStepField)
  missingStep!: VersionStep | null

  @Field(() => Boolean, breaksPromiseField)
  breaksPromise!: boolean

  /** The sources for the resolvers of its lists; no fields of the schema. */
  comparison!: ModuleComparison
  notes?: Promise<RegistryModuleReadmeType | null>
}

export function toComparisonType(comparison: ModuleComparison): RegistryModuleComparisonType {
  const { from, to, breakingCount, missingStep, breaksPromise } = comparison
  return {
    from: toModuleVersionType(from),
    to: toModuleVersionType(to),
    breakingCount,
    missingStep,
    breaksPromise,
    comparison,
  }
}
