import { Extensions, Field, Int, ObjectType } from 'type-graphql'
import {
  upgradeStatuses,
  userKinds as kinds,
  consumerIdOf,
  mostNamed,
  upgradeIdOf,
  type ModuleConsumer,
  type ModuleUpgrade,
  type UpgradeStatus,
  type UserKind,
  type VersionUser,
} from '../../domain/module-upgrades/module-upgrade.js'
import { enumOf } from '../enums.js'
import { EndOfLifeType, toEndOfLifeType } from '../end-of-life.types.js'
import { connectionOf } from '../page.types.js'
import { ThingType } from '../things.types.js'

export const upgradeStatusNames = enumOf('ModuleUpgradeStatus', upgradeStatuses, {
  description:
    'The worst first. What is behind is not the newest of its line: of its major, below 1.0.0 of its minor.',
})

const userKinds = enumOf('ModuleUserKind', kinds)

@ObjectType('ModuleUser', {
  description:
    'A token of a team or an organization, a person, or a workspace whose state such a token wrote last.',
})
class ModuleUserType {
  @Field(() => userKinds)
  kind!: UserKind

  @Field(() => String, {
    description: 'The description of a token, a user name, or the name of a workspace.',
  })
  name!: string

  @Field(() => String, { nullable: true, description: 'The team that a token is of.' })
  team!: string | null
}

@ObjectType()
abstract class VersionUseType extends ThingType {
  @Field(() => String)
  version!: string

  @Field(() => EndOfLifeType, { nullable: true })
  endOfLife!: EndOfLifeType | null

  @Field(() => Date)
  lastDownloadedAt!: Date

  @Field(() => Int)
  downloads!: number

  @Field(() => Int, {
    nullable: true,
    description:
      'Changes on the way to the newest version that break callers. Null while they are not counted: a moment after a publication or a first download.',
  })
  breakingCount!: number | null
}

@ObjectType('ModuleUpgrade', {
  description: 'A version of a module that an organization uses and has to leave.',
})
export class ModuleUpgradeType extends VersionUseType {
  @Field(() => String, { description: 'The name of the organization of the module.' })
  namespace!: string

  @Field(() => String, { description: 'Of the module.' })
  name!: string

  @Field(() => String)
  provider!: string

  @Field(() => upgradeStatusNames)
  status!: UpgradeStatus

  @Field(() => String, { nullable: true, description: 'Null where no version can be downloaded any longer.' })
  newest!: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'The highest version that breaks nothing of this one; null where there is none, and while `breakingCount` is null.',
  })
  newestCompatible!: string | null

  @Field(() => Int, { description: 'Tokens that downloaded it, those that are gone since among them.' })
  tokenCount!: number

  @Extensions({ most: mostNamed })
  @Field(() => [ModuleUserType], { description: `At most ${mostNamed}.` })
  usedBy!: readonly VersionUser[]
}

export const ModuleUpgradeConnection = connectionOf(ModuleUpgradeType)

@ObjectType('RegistryModuleConsumer', {
  description: 'An organization that uses a version of a module; of other ones no more than the name.',
})
export class RegistryModuleConsumerType extends VersionUseType {
  @Field(() => String, {
    nullable: true,
    description:
      'Null for persons who belong to no organization that may use the module, and where the organization is gone.',
  })
  organization!: string | null

  @Field(() => upgradeStatusNames, { nullable: true, description: 'Null where nothing is wrong with it.' })
  status!: UpgradeStatus | null

  @Extensions({ most: mostNamed })
  @Field(() => [ModuleUserType], {
    nullable: true,
    description: `Of the organization of the module alone; at most ${mostNamed}.`,
  })
  usedBy!: readonly VersionUser[] | null
}

export const RegistryModuleConsumerConnection = connectionOf(RegistryModuleConsumerType)

@ObjectType('RegistryModuleVersionUsage', { description: 'Of the last 30 days.' })
export class RegistryModuleVersionUsageType {
  @Field(() => Int)
  organizations!: number

  @Field(() => Int, { description: 'Of organizations, teams and persons.' })
  tokens!: number

  @Field(() => Date, { nullable: true })
  lastDownloadedAt!: Date | null
}

export const toModuleUpgradeType = (found: ModuleUpgrade): ModuleUpgradeType => ({
  ...{ ...found, ...found.module },
  id: upgradeIdOf(found),
  endOfLife: toEndOfLifeType(found.endOfLife),
})

export const toModuleConsumerType = (found: ModuleConsumer): RegistryModuleConsumerType => ({
  ...found,
  id: consumerIdOf(found),
  status: found.status === 'current' ? null : found.status,
  endOfLife: toEndOfLifeType(found.endOfLife),
})
