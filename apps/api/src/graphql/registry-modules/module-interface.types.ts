import type { BreakingReason, DeclarationKind, VersionStep } from '@engine/module-source/comparison'
import {
  interfacePolicies,
  mostBreaking,
  type BreakingDeclaration,
  type ModuleInterface,
  type NumberVerdict,
} from '@engine/module-source/verdict'
import { Extensions, Field, Int, ObjectType } from 'type-graphql'
import * as words from '@engine/module-source/comparison'
import { enumOf } from '../enums.js'

export const ModuleInterfacePolicyEnum = enumOf('ModuleInterfacePolicy', interfacePolicies, {
  description: 'What becomes of a version of a module that breaks its callers by more than its number says.',
  valuesConfig: {
    OBSERVE: { description: 'It is published and shown.' },
    WARN: { description: 'It is published, shown and told to webhooks.' },
    REFUSE: { description: 'It is not published, unless that was accepted with a reason.' },
  },
})

export const declarationKinds = enumOf('RegistryModuleDeclarationKind', words.declarationKinds, {
  description: 'A folder stands for all in it; a dependency is a module outside of the archive.',
})

export const breakingReasons = enumOf('RegistryModuleBreakingReason', words.breakingReasons)

export const versionSteps = enumOf('VersionStep', words.versionSteps)

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

export const missingStepField = {
  nullable: true,
  description: 'The step that the changes ask for, where the version numbers make a smaller one.',
}

export const breaksPromiseField = {
  description: 'Whether it breaks callers by more than its number says; a pre-release promises nothing.',
}

@ObjectType('RegistryModuleInterface', {
  description: 'What a version breaks for callers of the release before it.',
})
export class ModuleInterfaceType implements ModuleInterface, NumberVerdict {
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

  @Field(() => versionSteps, missingStepField)
  missingStep!: VersionStep | null

  @Field(() => Boolean, breaksPromiseField)
  breaksPromise!: boolean
}
