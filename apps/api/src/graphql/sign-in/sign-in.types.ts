import { Field, InputType, ObjectType } from 'type-graphql'
import { UserType } from '../accounts/users.types.js'
import { Payload } from '../mutations.js'
import { SessionType } from '../tokens/sessions.types.js'

@InputType({ description: '`login` is a user name or an e-mail address.' })
export class SignInInput {
  @Field(() => String)
  login!: string

  @Field(() => String)
  password!: string
}

@InputType()
export class SignInVerifyInput {
  @Field(() => String, { description: 'Of `signIn`; good for five minutes.' })
  challenge!: string

  @Field(() => String, { description: 'Six digits of the app, or a recovery code.' })
  code!: string
}

@ObjectType()
export class SignInPayload extends Payload {
  @Field(() => String, {
    nullable: true,
    description: 'The password is right and a code is still needed: for `signInVerify`.',
  })
  challenge?: string

  @Field(() => String, { nullable: true, description: 'A bearer token, good for 12 hours on every face.' })
  token?: string

  @Field(() => SessionType, { nullable: true })
  session?: SessionType

  @Field(() => UserType, { nullable: true })
  user?: UserType
}

@ObjectType()
export class SignOutPayload {
  @Field(() => Boolean)
  signedOut!: boolean
}
