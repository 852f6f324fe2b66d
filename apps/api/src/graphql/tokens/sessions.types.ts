import { Field, InputType, Int, ObjectType } from 'type-graphql'
import { PasswordProofInput } from '../accounts/account.types.js'
import { ActInput, DeletePayload, Payload } from '../mutations.js'
import { connectionOf } from '../page.types.js'
import { CreatedThingType } from '../things.types.js'

@ObjectType('Session', { description: 'A sign-in of a user, in one browser.' })
export class SessionType extends CreatedThingType {
  @Field(() => Date, { description: 'By the minute.' })
  lastUsedAt!: Date

  @Field(() => String, { nullable: true, description: 'The network address it was last used from.' })
  address!: string | null

  @Field(() => String, { nullable: true, description: 'The program it was last used by, in its own words.' })
  userAgent!: string | null

  @Field(() => Date)
  expiresAt!: Date

  @Field(() => Date, { description: 'When the person last proved who they are in it.' })
  authenticatedAt!: Date
}

export const SessionConnection = connectionOf(SessionType)

@InputType()
export class SessionDeleteInput extends ActInput {}

@ObjectType()
export class SessionDeletePayload extends DeletePayload {}

@InputType({ description: 'The user to sign out, and why.' })
export class UserSessionsDeleteInput extends ActInput {}

@ObjectType()
export class UserSessionsDeletePayload extends Payload {
  @Field(() => Int, { nullable: true, description: 'How many have ended.' })
  deletedCount?: number
}

@InputType()
export class SessionReauthenticateInput extends PasswordProofInput {}

@ObjectType()
export class SessionReauthenticatePayload extends Payload {
  @Field(() => SessionType, { nullable: true })
  session?: SessionType
}
