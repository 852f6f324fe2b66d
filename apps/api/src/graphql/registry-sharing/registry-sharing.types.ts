import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import { sharedKinds } from '../../domain/organizations/shares.js'
import { enumOf } from '../enums.js'
import type { NewSharing } from '../../domain/registry-sharing/registry-partnerships.service.js'
import type { RegistryShare } from '../../domain/registry-sharing/registry-sharing.js'
import { OptimisticLockInput } from '../mutations.js'

export const sharedKindNames = enumOf('SharedKind', sharedKinds)

@ObjectType('RegistrySharing', {
  description: "Why the caller may use what an organization shares that is not one of the caller's.",
})
export class RegistrySharingType {
  @Field(() => Boolean)
  withAll!: boolean

  @Field(() => [String], {
    description:
      "The names of those of the caller's organizations that are on its list, the first ten; none when shared with all.",
  })
  organizations!: readonly string[]

  @Field(() => Int, { description: 'How many those are.' })
  organizationCount!: number

  @Field(() => Date, { nullable: true, description: 'When it ends by itself; null where it goes on.' })
  endsAt!: Date | null
}

export function toSharingType(share: RegistryShare | undefined): RegistrySharingType | null {
  if (!share) return null
  const { withAll, consumers, consumerCount, endsAt } = share
  return {
    withAll,
    organizations: consumers,
    organizationCount: consumerCount,
    endsAt: withAll ? null : endsAt,
  }
}

@ObjectType('RegistryModuleNamespace', {
  description: 'An organization, as callers who may use its modules know it.',
})
export class RegistryModuleNamespaceType {
  @Field(() => ID, { description: 'That of the organization.' })
  id!: string

  @Field(() => String, {
    description: 'That of the organization, the first part of the address of its modules.',
  })
  name!: string

  @Field(() => Boolean, { description: 'Whether the caller may make modules in it.' })
  canCreate!: boolean

  @Field(() => Boolean, { description: 'Whether its modules are no more than shared with the caller.' })
  usableOnly!: boolean
}

@InputType()
export class SiteOrganizationModuleConsumersSetInput extends OptimisticLockInput {
  @Field(() => [String], { description: 'Names of organizations; an empty list shares with none.' })
  consumers!: string[]
}

@InputType()
export class RegistryConsumerInput {
  @Field(() => String, { description: 'The name of an organization.' })
  name!: string

  @Field(() => Date, {
    nullable: true,
    description: 'When the share ends by itself; null: never. Absent: as it is by now.',
  })
  endsAt?: Date | null
}

@InputType({ description: 'With all, or with those of a list.' })
export class RegistrySharingInput {
  @Field(() => Boolean, { defaultValue: false })
  withAll!: boolean

  @Field(() => [RegistryConsumerInput], { defaultValue: [], description: 'An empty list shares with none.' })
  consumers!: RegistryConsumerInput[]
}

@InputType({ description: 'What is absent stays.' })
export class SiteOrganizationSharingSetInput extends OptimisticLockInput {
  @Field(() => RegistrySharingInput, { nullable: true })
  modules?: RegistrySharingInput | null

  @Field(() => RegistrySharingInput, { nullable: true })
  providers?: RegistrySharingInput | null
}

export function toNewSharing(
  change: Pick<SiteOrganizationSharingSetInput, 'modules' | 'providers'>,
): NewSharing {
  const { modules, providers } = change
  const of = ({ withAll, consumers }: RegistrySharingInput) => (withAll ? ('all' as const) : consumers)
  return { ...(modules && { modules: of(modules) }), ...(providers && { providers: of(providers) }) }
}
