import { Field, InputType, Int, ObjectType } from 'type-graphql'
import { PasswordProofInput } from '../accounts/account.types.js'
import { Payload } from '../mutations.js'

@ObjectType('TwoFactor', { description: 'The second factor of the viewer, after a password.' })
export class TwoFactorType {
  @Field(() => Boolean)
  isEnabled!: boolean

  @Field(() => Boolean, { description: 'By the configuration of the site: it cannot be turned off.' })
  isRequired!: boolean

  @Field(() => Int, { description: 'How many recovery codes are left.' })
  recoveryCodes!: number
}

@InputType()
export class TwoFactorPasswordInput extends PasswordProofInput {}

@InputType()
export class TwoFactorEnableInput {
  @Field(() => String, { description: 'Six digits of the app.' })
  code!: string
}

@ObjectType()
export class TwoFactorSetUpPayload extends Payload {
  @Field(() => String, { nullable: true, description: 'For an app that reads no address.' })
  secret?: string

  @Field(() => String, { nullable: true, description: 'The address that an app reads, as a QR code.' })
  uri?: string
}

@ObjectType()
export class TwoFactorCodesPayload extends Payload {
  @Field(() => [String], { nullable: true, description: 'The recovery codes, shown this once.' })
  recoveryCodes?: readonly string[]
}

@ObjectType()
export class TwoFactorDisablePayload extends Payload {
  @Field(() => TwoFactorType, { nullable: true })
  twoFactor?: TwoFactorType
}
