import { Field, InputType, ObjectType } from 'type-graphql'
import { enumOf } from '../enums.js'
import type { InvitationState } from '../../domain/people/invitation.js'
import { UserPayload } from './users.types.js'

const invitationStates = enumOf('InvitationState', ['good', 'used', 'expired'])

const invitationPurposes = enumOf('InvitationPurpose', ['account', 'password'], {
  description: 'Into an organization, by a first account or an own one, or to a new password.',
})

const whileGood = 'Null once the link is no longer good.'

@ObjectType('Invitation', { description: 'What a one-time link leads to.' })
export class InvitationType {
  @Field(() => invitationStates)
  state!: InvitationState['state']

  @Field(() => invitationPurposes, { nullable: true, description: whileGood })
  purpose?: (typeof invitationPurposes)[string]

  @Field(() => String, { nullable: true, description: 'The organization that the person is invited to.' })
  organization?: string | undefined

  @Field(() => [String], { nullable: true, description: 'The teams that the person will be in.' })
  teams?: readonly string[]

  @Field(() => String, { nullable: true, description: 'The address that was invited.' })
  email?: string | undefined

  @Field(() => String, { nullable: true, description: 'The user whose password the link sets.' })
  username?: string | null

  @Field(() => String, { nullable: true, description: 'The user name of the maker of the link.' })
  invitedBy?: string | null

  @Field(() => Date, { nullable: true, description: whileGood })
  expiresAt?: Date
}

export function toInvitationType(seen: InvitationState): InvitationType {
  if (seen.state !== 'good') return { state: seen.state }
  const { membership, username, invitedBy, expiresAt } = seen.invitation
  return {
    state: seen.state,
    purpose: membership ? 'account' : 'password',
    organization: membership?.organization,
    teams: seen.teams,
    email: membership?.email,
    username,
    invitedBy,
    expiresAt,
  }
}

@InputType({
  description:
    'A link to a new password needs no user name. A signed-in user joins an organization with neither.',
})
export class InvitationAcceptInput {
  @Field(() => String, { description: 'The last part of the link.' })
  token!: string

  @Field(() => String, { nullable: true })
  username?: string | null

  @Field(() => String, { nullable: true })
  password?: string | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Of a link to a new password: whether the tokens of the user stay; else they end.',
  })
  keepTokens?: boolean | null
}

@ObjectType()
export class InvitationAcceptPayload extends UserPayload {}
