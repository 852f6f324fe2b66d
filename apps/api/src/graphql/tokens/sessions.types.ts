import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import { ActInput, DeletePayload, Payload } from '../mutations.js'
import { connectionOf } from '../page.types.js'

@ObjectType('Session', { description: 'A sign-in of a user, in one browser.' })
export class SessionType {
  @Field(() => ID)
  id!: string

  @Field(() => Date)
  createdAt!: Date

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

@ObjectType('SessionConnection')
export class SessionConnection extends connectionOf(SessionType) {}

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
export class SessionReauthenticateInput {
  @Field(() => String)
  currentPassword!: string

  @Field(() => String, {
    nullable: true,
    description: 'Six digits of the app, or a recovery code; where the second factor is on.',
  })
  code?: string | null
}

@ObjectType()
export class SessionReauthenticatePayload extends Payload {
  @Field(() => SessionType, { nullable: true })
  session?: SessionType
}
