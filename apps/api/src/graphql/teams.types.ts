import { Field, ID, ObjectType, registerEnumType } from 'type-graphql'
import type { Membership } from '../domain/identity/membership.js'
import { isOwners, type Team, type TeamMember, type TeamVisibility } from '../domain/identity/team.js'
import { connectionOf } from './page.types.js'

const visibilities = { SECRET: 'secret', ORGANIZATION: 'organization' } as const
registerEnumType(visibilities, { name: 'TeamVisibility' })

const membershipStatuses = { INVITED: 'invited', ACTIVE: 'active' } as const
registerEnumType(membershipStatuses, { name: 'MembershipStatus' })

@ObjectType('Member', { description: 'A user, as the other members of an organization see somebody.' })
export class MemberType {
  @Field(() => ID)
  id!: string

  @Field(() => String)
  username!: string

  @Field(() => String)
  email!: string
}

@ObjectType('MemberConnection')
export class MemberConnection extends connectionOf(MemberType) {}

@ObjectType('Team')
export class TeamType {
  @Field(() => ID)
  id!: string

  @Field(() => String)
  name!: string

  @Field(() => Boolean, { description: 'Whether the team may do everything and stays for good.' })
  isOwners!: boolean

  @Field(() => Boolean)
  manageProviders!: boolean

  @Field(() => Boolean)
  manageModules!: boolean

  @Field(() => Boolean)
  manageWorkspaces!: boolean

  @Field(() => visibilities)
  visibility!: TeamVisibility

  @Field(() => String, { nullable: true, description: 'What single sign-on calls the team.' })
  ssoTeamId!: string | null

  @Field(() => Date)
  createdAt!: Date

  @Field(() => Date)
  updatedAt!: Date

  /** For the resolver of `members`, which pages them; no field of the schema. */
  everybody!: readonly TeamMember[]
}

export function toTeamType({ members, ...team }: Team): TeamType {
  const owners = isOwners(team)
  return {
    ...team,
    isOwners: owners,
    manageProviders: owners || team.manageProviders,
    manageModules: owners || team.manageModules,
    manageWorkspaces: owners || team.manageWorkspaces,
    everybody: members,
  }
}

@ObjectType('TeamConnection')
export class TeamConnection extends connectionOf(TeamType) {}

@ObjectType('OrganizationMembership')
class OrganizationMembershipType {
  @Field(() => ID)
  id!: string

  @Field(() => membershipStatuses, { description: 'Invited until the person has set a password.' })
  status!: Membership['status']

  @Field(() => String)
  email!: string

  @Field(() => MemberType, { nullable: true, description: 'Null as long as the person is invited.' })
  user!: MemberType | null

  @Field(() => Date)
  createdAt!: Date
}

@ObjectType('OrganizationMembershipConnection')
export class OrganizationMembershipConnection extends connectionOf(OrganizationMembershipType) {}
