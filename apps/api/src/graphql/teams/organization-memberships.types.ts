import { Field, ID, InputType, ObjectType } from 'type-graphql'
import {
  membershipStatuses as statuses,
  type Membership,
  type MembershipOrder,
} from '../../domain/teams/organization-membership.js'
import { enumOf } from '../enums.js'
import { aboutMailed, ActInput, DeletePayload, Payload } from '../mutations.js'
import { connectionOf, orderOf } from '../page.types.js'
import { MemberType } from './teams.types.js'
import { CreatedThingType } from '../things.types.js'

export const membershipStatuses = enumOf('MembershipStatus', statuses)

@ObjectType('OrganizationMembership')
export class OrganizationMembershipType extends CreatedThingType {
  @Field(() => membershipStatuses, { description: 'Invited until the person accepts.' })
  status!: Membership['status']

  @Field(() => String, { description: 'Empty for a member who has none.' })
  email!: string

  @Field(() => MemberType, { nullable: true, description: 'Null as long as the person is invited.' })
  user!: MemberType | null

  @Field(() => Date, {
    nullable: true,
    description: 'Until when the link of an invitation is good, or was; null for a member.',
  })
  invitationExpiresAt!: Date | null

  /** The ids for the resolvers of `organization` and `teams`; no fields of the schema. */
  organizationId!: string
  teamIds!: readonly string[]
}

export function toMembershipType({ organization, ...membership }: Membership): OrganizationMembershipType {
  return { ...membership, organizationId: organization.id }
}

export const OrganizationMembershipOrderInput = orderOf<MembershipOrder>('OrganizationMembership', {
  NAME: 'name',
  STATUS: 'status',
  CREATED_AT: 'created',
})

export const OrganizationMembershipConnection = connectionOf(OrganizationMembershipType)

@InputType()
export class OrganizationMembershipCreateInput {
  @Field(() => String, { description: 'The name of the organization.' })
  organization!: string

  @Field(() => String, { description: 'Of the person who is to be invited, with an account or without.' })
  email!: string

  @Field(() => [ID], { nullable: true, description: 'The teams that the person is to be in.' })
  teams?: string[] | null
}

@InputType()
export class OrganizationMembershipDeleteInput extends ActInput {}

@ObjectType()
export class OrganizationMembershipCreatePayload extends Payload {
  @Field(() => OrganizationMembershipType, { nullable: true })
  organizationMembership?: OrganizationMembershipType

  @Field(() => String, {
    nullable: true,
    description:
      'The one-time link for the person, shown this once. Null for a person whom a site administrator added at once, ' +
      'and to the token of a team.',
  })
  invitationUrl?: string | null

  @Field(() => Boolean, { nullable: true, description: `${aboutMailed} Null where there is no link.` })
  mailed?: boolean | null
}

@InputType()
export class OrganizationMembershipInvitationRenewInput extends ActInput {}

@ObjectType()
export class OrganizationMembershipInvitationRenewPayload extends Payload {
  @Field(() => OrganizationMembershipType, { nullable: true })
  organizationMembership?: OrganizationMembershipType

  @Field(() => String, { nullable: true, description: 'The new one-time link, shown this once.' })
  invitationUrl?: string

  @Field(() => Boolean, { nullable: true, description: aboutMailed })
  mailed?: boolean
}

@ObjectType()
export class OrganizationMembershipDeletePayload extends DeletePayload {}
