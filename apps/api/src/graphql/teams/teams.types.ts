import { Field, ID, InputType, ObjectType } from 'type-graphql'
import {
  teamVisibilities,
  isOwners,
  keptRightsOf,
  type Team,
  type TeamOrder,
  type TeamVisibility,
} from '../../domain/teams/team.js'
import { enumOf } from '../enums.js'
import type { EmailProof } from '../../domain/people/email-address.js'
import type { Member } from '../../domain/people/user.js'
import { KeptSettingType, toKeptSettings } from '../kept-settings.types.js'
import { ActInput, changeOf, DeletePayload, OptimisticLockInput, Payload } from '../mutations.js'
import { connectionOf, orderOf } from '../page.types.js'
import { ChangeableThingType, ThingType } from '../things.types.js'

const visibilities = enumOf('TeamVisibility', teamVisibilities)

@ObjectType('Member', { description: 'A user, as the other members of an organization see one.' })
export class MemberType extends ThingType {
  @Field(() => String)
  username!: string

  @Field(() => String, { nullable: true, description: 'Null for a user who has none.' })
  email!: string | null

  /** The proof, for the resolver of `emailVerified`; no field of the schema. */
  emailProof!: EmailProof | null
}

export const MemberConnection = connectionOf(MemberType)

@ObjectType('Team')
export class TeamType extends ChangeableThingType {
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

  @Field(() => Boolean, {
    description: 'Whether it reads the states of workspaces; who manages those does so in any case.',
  })
  readWorkspaces!: boolean

  @Field(() => visibilities)
  visibility!: TeamVisibility

  @Field(() => String, { nullable: true, description: 'What single sign-on calls the team.' })
  ssoTeamId!: string | null

  @Field(() => Boolean, { description: 'Whether its members manage its tokens too.' })
  allowMemberTokenManagement!: boolean

  @Field(() => [KeptSettingType], {
    description: 'Rights that clients set and compare, by name; without effect here.',
  })
  keptSettings!: readonly KeptSettingType[]

  /** The members, for the resolver of `members`, which pages them; no field of the schema. */
  allMembers!: readonly Member[]
  /** The organization, for its resolver and for that of what the caller may do; no field of the schema. */
  organizationId!: string
}

export function toTeamType({ members, ...team }: Team): TeamType {
  const owners = isOwners(team)
  return {
    ...team,
    isOwners: owners,
    keptSettings: toKeptSettings(keptRightsOf(team)),
    manageProviders: owners || team.manageProviders,
    manageModules: owners || team.manageModules,
    manageWorkspaces: owners || team.manageWorkspaces,
    readWorkspaces: owners || team.readWorkspaces,
    allMembers: members,
  }
}

export const TeamOrderInput = orderOf<TeamOrder>('Team', { NAME: 'name', MEMBERS: 'members' })

export const TeamConnection = connectionOf(TeamType)

@InputType()
class TeamAttributes {
  @Field(() => Boolean, { nullable: true })
  manageProviders?: boolean | null

  @Field(() => Boolean, { nullable: true })
  manageModules?: boolean | null

  @Field(() => Boolean, { nullable: true })
  manageWorkspaces?: boolean | null

  @Field(() => Boolean, { nullable: true, description: 'Whether it reads their states.' })
  readWorkspaces?: boolean | null

  @Field(() => visibilities, { nullable: true })
  visibility?: TeamVisibility | null

  @Field(() => String, { nullable: true, description: 'What single sign-on calls the team.' })
  ssoTeamId?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Whether its members manage its tokens too.' })
  allowMemberTokenManagement?: boolean | null
}

@InputType({ description: 'Without rights, and secret, unless it says otherwise.' })
export class TeamCreateInput extends TeamAttributes {
  @Field(() => String, { description: 'The name of the organization.' })
  organization!: string

  @Field(() => String)
  name!: string
}

@InputType({ description: 'What is absent stays.' })
export class TeamUpdateInput extends changeOf(TeamAttributes) {
  @Field(() => String, { nullable: true })
  name?: string | null
}

@InputType()
export class TeamDeleteInput extends OptimisticLockInput {}

@InputType()
export class TeamMembersInput extends ActInput {
  @Field(() => [String])
  usernames!: string[]
}

@InputType()
export class TeamMembershipsInput extends ActInput {
  @Field(() => [ID], { description: 'Of memberships of the same organization, active or invited.' })
  membershipIds!: string[]
}

@ObjectType()
export class TeamPayload extends Payload {
  @Field(() => TeamType, { nullable: true })
  team?: TeamType
}

@ObjectType()
export class TeamDeletePayload extends DeletePayload {}
