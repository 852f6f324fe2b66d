import { Field, InputType, ObjectType } from 'type-graphql'
import type { EmailProof } from '../../domain/people/email-address.js'
import type { UserOrder } from '../../domain/people/user.js'
import { aboutMailed, ActInput, DeletePayload, Payload } from '../mutations.js'
import { connectionOf, orderOf } from '../page.types.js'
import { CreatedThingType } from '../things.types.js'

@ObjectType('User')
export class UserType extends CreatedThingType {
  @Field(() => String)
  username!: string

  @Field(() => String, { nullable: true, description: 'Null for a user who has none, or no longer has it.' })
  email!: string | null

  /** The proof, for the resolver of `emailVerified`; no field of the schema. */
  emailProof!: EmailProof | null

  @Field(() => Boolean)
  isSiteAdmin!: boolean

  @Field(() => Date, { nullable: true, description: 'Null unless the user is suspended.' })
  suspendedAt!: Date | null

  @Field(() => Date, { nullable: true, description: 'Null where a password alone signs in.' })
  twoFactorEnabledAt!: Date | null
}

@InputType({ description: 'What is absent does not filter.' })
export class UserFilter {
  @Field(() => String, { nullable: true, description: 'A part of the user name or the e-mail address.' })
  search?: string

  @Field(() => Boolean, { nullable: true })
  isSiteAdmin?: boolean

  @Field(() => Boolean, { nullable: true })
  isSuspended?: boolean
}

export const UserOrderInput = orderOf<UserOrder>('User', {
  USERNAME: 'username',
  EMAIL: 'email',
  CREATED_AT: 'created',
})

export const UserConnection = connectionOf(UserType)

/** The input for a new user. */
@InputType()
export abstract class PersonInput {
  @Field(() => String)
  username!: string

  @Field(() => String)
  email!: string

  @Field(() => String)
  password!: string
}

@InputType()
export class UserCreateInput extends PersonInput {
  @Field(() => Boolean, { nullable: true })
  isSiteAdmin?: boolean | null
}

@InputType({ description: 'Whom something is done to, and why.' })
export class UserActInput extends ActInput {}

@InputType()
export class UserEmailSetInput extends ActInput {
  @Field(() => String)
  email!: string
}

@InputType()
export class UserDeleteInput extends ActInput {}

@ObjectType()
export class UserPayload extends Payload {
  @Field(() => UserType, { nullable: true })
  user?: UserType
}

@ObjectType()
export class UserDeletePayload extends DeletePayload {}

@ObjectType()
export class UserPasswordLinkCreatePayload extends UserPayload {
  @Field(() => String, {
    nullable: true,
    description: 'The one-time link to set a new password, shown this once.',
  })
  invitationUrl?: string

  @Field(() => Boolean, { nullable: true, description: aboutMailed })
  mailed?: boolean
}
