import type { BreakingReason, DeclarationKind, VersionStep } from '@engine/module-source/comparison'
import { mostBreaking, type BreakingDeclaration, type ModuleInterface } from '@engine/module-source/verdict'
import { Extensions, Field, Int, ObjectType, registerEnumType } from 'type-graphql'

export const ModuleInterfacePolicyEnum = { OBSERVE: 'observe', WARN: 'warn', REFUSE: 'refuse' } as const
registerEnumType(ModuleInterfacePolicyEnum, {
  name: 'ModuleInterfacePolicy',
  description: 'What becomes of a version of a module that breaks its callers by more than its number says.',
  valuesConfig: {
    OBSERVE: { description: 'It is published and shown.' },
    WARN: { description: 'It is published, shown and told to webhooks.' },
    REFUSE: { description: 'It is not published, unless that was accepted with a reason.' },
  },
})

export const declarationKinds = {
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

export const breakingReasons = {
  REQUIRED_INPUT_ADDED: 'required-input-added',
  INPUT_REMOVED: 'input-removed',
  INPUT_TYPE_CHANGED: 'input-type-changed',
  INPUT_BECAME_REQUIRED: 'input-became-required',
  INPUT_NO_LONGER_NULLABLE: 'input-no-longer-nullable',
  INPUT_BECAME_CONST: 'input-became-const',
  OUTPUT_REMOVED: 'output-removed',
  OUTPUT_TYPE_CHANGED: 'output-type-changed',
  OUTPUT_BECAME_EPHEMERAL: 'output-became-ephemeral',
  OUTPUT_BECAME_SENSITIVE: 'output-became-sensitive',
  REQUIREMENT_NARROWED: 'requirement-narrowed',
  SOURCE_CHANGED: 'source-changed',
  SUBMODULE_REMOVED: 'submodule-removed',
} as const
registerEnumType(breakingReasons, { name: 'RegistryModuleBreakingReason' })

export const versionSteps = { MAJOR: 'major', MINOR: 'minor', PATCH: 'patch' } as const
registerEnumType(versionSteps, { name: 'VersionStep' })

@ObjectType('RegistryModuleBreakingDeclaration', {
  description: 'Something for which callers of the module may have to change.',
})
export class BreakingDeclarationType implements BreakingDeclaration {
  @Field(() => String, { description: '`modules/net`; empty for the root.' })
  path!: string

  @Field(() => declarationKinds)
  kind!: DeclarationKind

  @Field(() => String, { description: 'Empty for the engine, unless it is constrained by its name.' })
  name!: string

  @Field(() => breakingReasons)
  reason!: BreakingReason
}

@ObjectType('RegistryModuleInterface', {
  description: 'What a version breaks for callers of the release before it.',
})
export class ModuleInterfaceType implements ModuleInterface {
  @Field(() => String, {
    nullable: true,
    description: 'The release that it was compared with; null where there was none: then nothing breaks.',
  })
  comparedWith!: string | null

  @Field(() => versionSteps, { nullable: true, description: 'Between their numbers.' })
  step!: VersionStep | null

  @Field(() => versionSteps, { nullable: true, description: 'What SemVer wants for what changed.' })
  wantedStep!: VersionStep | null

  @Field(() => String, {
    nullable: true,
    description:
      'The number that SemVer wants, as it was found then; null where the step is large enough, and of what was published before it was kept.',
  })
  wantedVersion!: string | null

  @Extensions({ most: mostBreaking })
  @Field(() => [BreakingDeclarationType], { description: `At most ${mostBreaking}.` })
  breaking!: readonly BreakingDeclarationType[]

  @Field(() => Int)
  breakingCount!: number
}
