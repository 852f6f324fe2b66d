import { Field, ID, Int, ObjectType } from 'type-graphql'

@ObjectType('RegistryModuleSharing', {
  description: "Why the caller may use the modules of an organization that is none of the caller's.",
})
export class RegistryModuleSharingType {
  @Field(() => Boolean)
  withAll!: boolean

  @Field(() => [String], {
    description:
      "The names of those of the caller's organizations that are on its list, the first ten; none when shared with all.",
  })
  organizations!: readonly string[]

  @Field(() => Int, { description: 'How many those are.' })
  organizationCount!: number
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
