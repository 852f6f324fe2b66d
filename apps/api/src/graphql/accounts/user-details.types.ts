import { Field, ObjectType } from 'type-graphql'
import type { UserOrganization } from '../../domain/accounts/user-details.js'
import { connectionOf } from '../page.types.js'
import { NamedThingType } from '../things.types.js'

@ObjectType('TeamReference', { description: 'Of a team no more than its name.' })
export class TeamReferenceType extends NamedThingType {}

export const TeamReferenceConnection = connectionOf(TeamReferenceType)

@ObjectType('UserOrganization', { description: 'An organization that a user is a member of.' })
export class UserOrganizationType extends NamedThingType {
  @Field(() => Boolean, { description: 'Hidden from all but site administrators.' })
  isDisabled!: boolean

  @Field(() => Boolean, { description: 'Whether the user is in the team of owners.' })
  isOwner!: boolean

  /** The teams, for the resolver of `teams`, which pages them; no field of the schema. */
  allTeams!: UserOrganization['teams']
}

export const toUserOrganizationType = ({ teams, ...rest }: UserOrganization): UserOrganizationType => ({
  ...rest,
  allTeams: teams,
})

export const UserOrganizationConnection = connectionOf(UserOrganizationType)
