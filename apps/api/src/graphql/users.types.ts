import { Field, InputType, ObjectType } from 'type-graphql'
import { UserType } from './identity.types.js'
import { connectionOf } from './page.types.js'

@InputType({ description: 'What is absent lets everybody through.' })
export class UserFilter {
  @Field(() => String, { nullable: true, description: 'A part of the user name or the e-mail address.' })
  search?: string

  @Field(() => Boolean, { nullable: true })
  isSiteAdmin?: boolean

  @Field(() => Boolean, { nullable: true })
  isSuspended?: boolean
}

@ObjectType('UserConnection')
export class UserConnection extends connectionOf(UserType) {}
