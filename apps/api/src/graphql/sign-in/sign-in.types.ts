import { Field, InputType, ObjectType } from 'type-graphql'
import { UserPayload } from '../accounts/users.types.js'
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

/** The payload of a sign-in that succeeds, or fails. */
@ObjectType()
export abstract class SignedInPayload extends UserPayload {
  @Field(() => SessionType, { nullable: true })
  session?: SessionType
}

@ObjectType()
export class SignInPayload extends SignedInPayload {
  @Field(() => String, {
    nullable: true,
    description: 'The password is right and a code is still needed: for `signInVerify`.',
  })
  challenge?: string

  @Field(() => String, { nullable: true, description: 'A bearer token, good for 12 hours on every face.' })
  token?: string
}

@ObjectType()
export class SignOutPayload {
  @Field(() => Boolean)
  signedOut!: boolean
}
